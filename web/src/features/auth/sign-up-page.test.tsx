import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { gateway } from "../../testing/gateway.ts";
import { payWith } from "../../testing/payments.ts";
import { visit } from "../../testing/render-app.tsx";
import { shownToast } from "../../testing/shown-toast.ts";

async function fillIn(user: UserEvent) {
  await user.type(await screen.findByLabelText("Nom d’utilisateur"), "camille");
  await user.type(screen.getByLabelText("Adresse e-mail"), "camille@exemple.fr");
  await user.type(screen.getByLabelText("Mot de passe"), "correct horse");
}
const submit = () => screen.getByRole("button", { name: "Créer mon compte" });
const bodyOf = (call: string) => gateway.bodies(call)[0];

test("shows errors on submit, in the specified words, and none for the phone", async () => {
  const { user } = await visit("/signup");
  await user.type(await screen.findByLabelText("Nom d’utilisateur"), "ca");
  await user.type(screen.getByLabelText(/^Numéro de téléphone/), "x");
  await user.click(submit());

  expect(await screen.findByText("Username must be at least 3 characters")).toBeVisible();
  expect(screen.getByText("Please enter a valid email address")).toBeVisible();
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
  expect(screen.getByLabelText(/^Numéro de téléphone/)).toBeValid();
});

test("creates the account, signs in and opens the account page", async () => {
  const { user, address } = await visit("/signup?email=camille@exemple.fr", { language: "en" });
  await user.type(await screen.findByLabelText("Username"), "camille");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Create my account" }));

  expect(await screen.findByRole("heading", { name: "Hello, camille" })).toBeVisible();
  expect(address()).toBe("/account");
  expect(await screen.findByText("Your account is ready")).toBeVisible();
  // An empty phone is left out; the default language is French, whatever the language of the interface.
  expect(bodyOf("POST /api/signup")).toEqual({
    username: "camille",
    email: "camille@exemple.fr",
    password: "correct horse",
    language: "fr",
  });
  expect(bodyOf("POST /api/login")).toEqual({
    email: "camille@exemple.fr",
    password: "correct horse",
  });
});

test.each([
  ["fr", "Vous avez déjà utilisé l’essai gratuit. Choisissez une formule."],
  ["en", "You have already used the free trial. Choose a plan."],
] as const)(
  "shows the server's message when there is no second trial (%s)",
  async (language, message) => {
    const { user, address } = await visit("/signup", { language });
    gateway.hold("signup")({ message });
    const [name, email, password, create] =
      language === "fr"
        ? ["Nom d’utilisateur", "Adresse e-mail", "Mot de passe", "Créer mon compte"]
        : ["Username", "Email address", "Password", "Create my account"];
    await user.type(await screen.findByLabelText(name), "camille");
    await user.type(screen.getByLabelText(email), "camille@exemple.fr");
    await user.type(screen.getByLabelText(password), "correct horse");
    await user.click(screen.getByRole("button", { name: create }));
    expect(await screen.findByText(message)).toBeVisible();
    await waitFor(() => expect(address()).toBe("/account"));
  },
);

test("shows its own words when the server sends no message", async () => {
  const { user } = await visit("/signup");
  await fillIn(user);
  await user.click(submit());
  expect(
    await screen.findByText("Il reste à choisir vos catégories et à relier WhatsApp."),
  ).toBeVisible();
});

test("sends the phone and the chosen language", async () => {
  const { user } = await visit("/signup");
  await fillIn(user);
  await user.type(screen.getByLabelText(/^Numéro de téléphone/), "06 39 98 12 34");
  await user.click(screen.getByRole("radio", { name: "English" }));
  await user.click(submit());
  await waitFor(() =>
    expect(bodyOf("POST /api/signup")).toMatchObject({ phone: "06 39 98 12 34", language: "en" }),
  );
});

test("opens the log-in page without an error when only the log-in fails", async () => {
  const { user, address } = await visit("/signup");
  gateway.fail("login", 503, "SESSION_STORE_UNAVAILABLE", "Try later.");
  await fillIn(user);
  await user.click(submit());
  await waitFor(() => expect(address()).toBe("/login"));
  expect(shownToast()).toHaveAttribute("data-variant", "default");
});

/** Chooses a plan without an account, and opens the sign-up from the log-in. */
async function choosePlan() {
  payWith("secret_1");
  const visited = await visit("/subscribe?plan=2", { next: "/signup" });
  await visited.user.type(await screen.findByLabelText("Adresse e-mail"), "camille@exemple.fr");
  await visited.user.click(screen.getByRole("link", { name: "Créer un compte" }));
  await visited.user.type(await screen.findByLabelText("Nom d’utilisateur"), "camille");
  await visited.user.type(screen.getByLabelText("Mot de passe"), "correct horse");
  return visited;
}

test("the sign-up from the log-in keeps the address and leads back to the chosen plan", async () => {
  const { user, address } = await choosePlan();
  expect(screen.getByLabelText("Adresse e-mail")).toHaveValue("camille@exemple.fr");
  await user.click(submit());
  await waitFor(() => expect(address()).toBe("/subscribe?plan=2"));
});

test("the chosen plan and the address stay when the log-in fails after the sign-up", async () => {
  const { user, address } = await choosePlan();
  gateway.fail("login", 503, "SESSION_STORE_UNAVAILABLE", "Try later.");
  await user.click(submit());
  await waitFor(() => expect(address()).toBe("/login?redirect=subscribe"));
  expect(await screen.findByLabelText("Adresse e-mail")).toHaveValue("camille@exemple.fr");
  gateway.server.resetHandlers();
  await user.type(screen.getByLabelText("Mot de passe"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
  await waitFor(() => expect(address()).toBe("/subscribe?plan=2"));
});

test("ignores any other redirect", async () => {
  const { user, address } = await visit("/signup?redirect=https://evil.example");
  await fillIn(user);
  await user.click(submit());
  await waitFor(() => expect(address()).toBe("/account"));
});

test("shows the server's message for a refused value", async () => {
  const { user } = await visit("/signup");
  gateway.fail("signup", 400, "VALIDATION_FAILED", "Ce mot de passe est parmi les plus essayés.");
  await fillIn(user);
  await user.click(submit());
  expect(await screen.findByText("Ce mot de passe est parmi les plus essayés.")).toBeVisible();
});

test("shows a taken address in a toast and under its field", async () => {
  const { user, address } = await visit("/signup");
  gateway.fail("signup", 409, "EMAIL_TAKEN", "Taken.");
  await fillIn(user);
  await user.click(submit());

  await waitFor(() =>
    expect(screen.getAllByText(/Un compte existe déjà avec cette adresse/)).toHaveLength(2),
  );
  expect(shownToast()).toHaveAttribute("data-variant", "destructive");
  expect(screen.getByLabelText("Adresse e-mail")).toHaveFocus();
  expect(submit()).toBeEnabled();
  expect(address()).toBe("/signup");
});
