import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { gateway } from "../testing/gateway.ts";
import { visit } from "../testing/render-app.tsx";

const topic = () => screen.findByLabelText("Sujet");

test("sends a message and shows its reference", async () => {
  const { user } = await visit("/contact");
  await user.selectOptions(await topic(), "Paiement et factures");
  await user.type(screen.getByLabelText("Adresse de réponse"), "camille@exemple.fr");
  await user.type(screen.getByLabelText("Message"), "Où est ma facture ?");
  await user.click(screen.getByRole("button", { name: "Envoyer" }));
  expect(await screen.findByText(/Référence M-2345ABCD/)).toBeVisible();
  expect(gateway.bodies("POST /api/contact")).toEqual([
    { topic: "billing", email: "camille@exemple.fr", message: "Où est ma facture ?" },
  ]);
  expect(screen.getByLabelText("Message")).toHaveValue("");
});

test("a message without a valid address or text is not sent", async () => {
  const { user } = await visit("/contact");
  await user.click(await screen.findByRole("button", { name: "Envoyer" }));
  expect(screen.getByText("Please enter a valid email address")).toBeVisible();
  expect(screen.getByText("Écrivez au moins 10 caractères.")).toBeVisible();
  expect(screen.getByLabelText("Adresse de réponse")).toHaveFocus();
  await user.type(screen.getByLabelText("Adresse de réponse"), "camille@exemple.fr");
  expect(screen.queryByText("Please enter a valid email address")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Envoyer" }));
  expect(screen.getByLabelText("Message")).toHaveFocus();
  expect(gateway.bodies("POST /api/contact")).toEqual([]);
});

test("a signed-in reader writes with the account, and its address is filled in", async () => {
  const { user } = await visit("/contact", { signedIn: true });
  await waitFor(() =>
    expect(screen.getByLabelText("Adresse de réponse")).toHaveValue(gateway.state.me.email),
  );
  await user.type(screen.getByLabelText("Message"), "Une question sur mes éditions");
  await user.click(screen.getByRole("button", { name: "Envoyer" }));
  expect(await screen.findByText(/Référence/)).toBeVisible();
  expect(gateway.bodies("POST /api/user/contact")).toHaveLength(1);
});

test("a message that fails stays in the form", async () => {
  gateway.server.use(http.post("*/api/contact", () => new HttpResponse(null, { status: 503 })));
  const { user } = await visit("/contact");
  await user.type(await screen.findByLabelText("Adresse de réponse"), "camille@exemple.fr");
  await user.type(screen.getByLabelText("Message"), "Une question sans réponse");
  await user.click(screen.getByRole("button", { name: "Envoyer" }));
  expect(await screen.findByText("Le message n’est pas parti")).toBeVisible();
  expect(screen.getByLabelText("Message")).toHaveValue("Une question sans réponse");
});

test("the button has the focus again after its call", async () => {
  const { user } = await visit("/contact");
  await user.type(await screen.findByLabelText("Adresse de réponse"), "camille@exemple.fr");
  await user.type(screen.getByLabelText("Message"), "Où est ma facture ?");
  const respond = gateway.hold("contact");
  const send = screen.getByRole("button", { name: "Envoyer" });
  await user.click(send);
  await waitFor(() => expect(send).toBeDisabled());
  // As browsers do with a disabled button.
  act(() => send.blur());
  respond({ success: true, reference: "M-2345ABCD" });
  await waitFor(() => expect(send).toHaveFocus());
});

test("a sent message is cleared, and what was typed during its call stays", async () => {
  const { user } = await visit("/contact");
  const message = await screen.findByLabelText("Message");
  await user.type(screen.getByLabelText("Adresse de réponse"), "camille@exemple.fr");
  await user.type(message, "Où est ma facture ?");
  await user.click(screen.getByRole("button", { name: "Envoyer" }));
  await waitFor(() => expect(message).toHaveValue(""));

  const respond = gateway.hold("contact");
  await user.type(message, "Où est mon reçu ?");
  await user.click(screen.getByRole("button", { name: "Envoyer" }));
  await user.type(message, " Celui de mai.");
  respond({ success: true, reference: "M-2345ABCD" });
  expect(await screen.findByText("Message envoyé")).toBeVisible();
  expect(message).toHaveValue("Où est mon reçu ? Celui de mai.");
});

test("a link chooses the topic and names the invoice", async () => {
  await visit("/contact?topic=refund&invoice=MAT-12");
  expect(await topic()).toHaveValue("refund");
  expect(screen.getByLabelText("Message")).toHaveValue(
    "Facture MAT-12 : ".replace(" :", "\u00a0:"),
  );
});

test("a change of language keeps what was typed", async () => {
  const { user } = await visit("/contact?topic=refund&invoice=MAT-12");
  await user.type(await screen.findByLabelText("Message"), "je l’ai payée deux fois");
  await user.click(screen.getByRole("switch", { name: "English" }));
  expect(await screen.findByLabelText("Reply address")).toBeVisible();
  expect(screen.getByLabelText("Message")).toHaveValue(
    "Facture MAT-12\u00a0: je l’ai payée deux fois",
  );
});

test("an unknown topic of a link is the first one", async () => {
  await visit("/contact?topic=nonsense");
  expect(await topic()).toHaveValue("account");
});

test("the quote button of the landing page opens the form about a quote", async () => {
  const { user } = await visit("/");
  await user.click(await screen.findByRole("link", { name: "Demander un devis" }));
  expect(await topic()).toHaveValue("quote");
  expect(document.getElementById("contact")).toContainElement(await topic());
});
