import { http, HttpResponse } from "msw";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { product } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const requests = () => gateway.bodies("POST /api/request-password-reset");
const resets = () => gateway.bodies("POST /api/reset-password");
const field = (label: string) => screen.findByLabelText(label);
const button = (name: string) => screen.getByRole("button", { name });

/** Opens the page and asks for a link or for a code. */
async function ask(by: "Un lien par e-mail" | "Un code sur WhatsApp") {
  const visited = await visit("/forgot-password", { next: "/login" });
  await visited.user.type(await field("Adresse e-mail"), "camille@exemple.fr");
  await visited.user.click(screen.getByRole("radio", { name: by }));
  await visited.user.click(button("Continuer"));
  return visited;
}

async function resetByCode() {
  const visited = await ask("Un code sur WhatsApp");
  await visited.user.type(await field("Code à 6 chiffres"), "123 456");
  await visited.user.type(await field("Nouveau mot de passe"), "battery staple");
  await visited.user.click(button("Enregistrer le mot de passe"));
  return visited;
}

test("the log-in page leads here with the address that was typed, which is not in the URL", async () => {
  const { user, address } = await visit("/login", { next: "/forgot-password" });
  await user.type(await field("Adresse e-mail"), "camille@exemple.fr");
  await user.click(await screen.findByRole("link", { name: "Mot de passe oublié ?" }));
  expect(
    await screen.findByRole("heading", { level: 1, name: "Mot de passe oublié ?" }),
  ).toBeVisible();
  expect(await field("Adresse e-mail")).toHaveValue("camille@exemple.fr");
  expect(address()).toBe("/forgot-password");
});

test("keeps the plan that was chosen before the log-in, also in the request for a link", async () => {
  const { user, address } = await visit("/subscribe?plan=2", { next: "/login" });
  await user.click(await screen.findByRole("link", { name: /^Mot de passe oublié/ }));
  await user.click(await screen.findByRole("radio", { name: "Un code sur WhatsApp" }));
  await user.type(await field("Adresse e-mail"), "camille@exemple.fr");
  await user.click(button("Continuer"));
  await user.type(await field("Code à 6 chiffres"), "123456");
  expect(requests()).toEqual([{ email: "camille@exemple.fr", by: "whatsapp", planId: 2 }]);
  await user.type(await field("Nouveau mot de passe"), "battery staple");
  await user.click(button("Enregistrer le mot de passe"));
  await waitFor(() => expect(address()).toBe("/login?redirect=subscribe"));
  await user.type(await field("Mot de passe"), "battery staple");
  await user.click(await screen.findByRole("button", { name: "Se connecter" }));
  await waitFor(() => expect(address()).toBe("/subscribe?plan=2"));
});

test("offers only a code on WhatsApp while the site sends no mail, and says where to write", async () => {
  gateway.server.use(
    http.get("*/api/product", () => HttpResponse.json({ ...product, mail: false })),
  );
  const { user } = await visit("/forgot-password");
  expect(await screen.findByText(new RegExp(product.brand.supportEmail))).toBeVisible();
  expect(screen.queryByRole("radio")).not.toBeInTheDocument();
  await user.type(await field("Adresse e-mail"), "camille@exemple.fr");
  await user.click(button("Continuer"));
  expect(await screen.findByRole("heading", { name: "Consultez WhatsApp." })).toBeVisible();
  expect(requests()).toEqual([{ email: "camille@exemple.fr", by: "whatsapp" }]);
});

test("an invalid address shows the specified error and sends nothing", async () => {
  const { user } = await visit("/forgot-password");
  await user.type(await field("Adresse e-mail"), "camille");
  await user.click(button("Continuer"));
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
  expect(await field("Adresse e-mail")).toHaveFocus();
  expect(requests()).toEqual([]);
});

test("an address that the server refuses keeps the form, with the reason", async () => {
  gateway.fail("request-password-reset", 400, "VALIDATION_FAILED", "Adresse refusée.");
  await ask("Un lien par e-mail");
  expect(await screen.findByText("Adresse refusée.")).toBeVisible();
  expect(await field("Adresse e-mail")).toHaveFocus();
});

test("a request for a link says to look into the mails, without revealing whether an account exists", async () => {
  const { user, store } = await ask("Un lien par e-mail");
  expect(await screen.findByRole("heading", { name: "Consultez vos e-mails." })).toBeVisible();
  const text = screen.getByText(/^Si\s+correspond à un compte/);
  expect(text).toHaveTextContent("Si camille@exemple.fr correspond à un compte");
  // In large type on a phone, the address breaks at its signs.
  expect(text.innerHTML).toContain("camille@<wbr>exemple.<wbr>fr");
  expect(screen.getByRole("main")).toHaveFocus();

  await user.click(button("Envoyer un autre lien"));
  await waitFor(() => expect(store.getState().toasts.current?.title).toBe("Demande reçue"));
  const request = { email: "camille@exemple.fr", by: "email" };
  expect(requests()).toEqual([request, request]);
});

test("the reader can go back, and the form keeps the address", async () => {
  const { user } = await ask("Un code sur WhatsApp");
  await user.click(
    await screen.findByRole("button", { name: "Essayer une autre adresse ou un autre moyen" }),
  );
  expect(await field("Adresse e-mail")).toHaveValue("camille@exemple.fr");
  expect(screen.getByRole("radio", { name: "Un code sur WhatsApp" })).toBeChecked();
});

test("a code sets the password and opens the log-in with the address filled in", async () => {
  const { address } = await resetByCode();
  expect(await screen.findByText("Connectez-vous avec votre nouveau mot de passe.")).toBeVisible();
  expect(await field("Adresse e-mail")).toHaveValue("camille@exemple.fr");
  expect(address()).toBe("/login");
  expect(requests()).toEqual([{ email: "camille@exemple.fr", by: "whatsapp" }]);
  expect(resets()).toEqual([
    { email: "camille@exemple.fr", code: "123456", password: "battery staple" },
  ]);
});

test("the fields tell password managers and phones what they are for", async () => {
  await ask("Un code sur WhatsApp");
  const code = await field("Code à 6 chiffres");
  expect(code).toHaveAttribute("autocomplete", "one-time-code");
  expect(code).toHaveAttribute("inputmode", "numeric");
  expect(await field("Nouveau mot de passe")).toHaveAttribute("autocomplete", "new-password");
  expect(document.querySelector("input[autocomplete=username]")).toHaveValue("camille@exemple.fr");
});

test("an incomplete code and a short password send nothing; the first error has the focus", async () => {
  const { user } = await ask("Un code sur WhatsApp");
  await user.type(await field("Code à 6 chiffres"), "12345");
  await user.click(button("Enregistrer le mot de passe"));
  expect(await screen.findByText("Saisissez les 6 chiffres du code.")).toBeVisible();
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
  expect(await field("Code à 6 chiffres")).toHaveFocus();
  expect(resets()).toEqual([]);
});

test("a wrong code is shown at its field, and another code can be sent", async () => {
  gateway.fail("reset-password", 400, "RESET_CODE_WRONG", "Ce code n’est pas le bon.");
  const { user, address } = await resetByCode();
  expect(await screen.findByText("Ce code n’est pas le bon.")).toBeVisible();
  expect(await field("Code à 6 chiffres")).toBeInvalid();
  expect(await field("Code à 6 chiffres")).toHaveFocus();
  expect(address()).toBe("/forgot-password");
  await user.click(button("Envoyer un autre code"));
  await waitFor(() => expect(requests()).toHaveLength(2));
});

test("a common password is refused at its field", async () => {
  gateway.fail("reset-password", 400, "VALIDATION_FAILED", "Ce mot de passe est trop courant.");
  await resetByCode();
  expect(await screen.findByText("Ce mot de passe est trop courant.")).toBeVisible();
  expect(await field("Nouveau mot de passe")).toHaveFocus();
});
