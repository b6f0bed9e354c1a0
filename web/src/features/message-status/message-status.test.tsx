import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { gateway } from "../../testing/gateway.ts";
import { camille, edition } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";

const open = () => visit("/message-status", { signedIn: true });
const button = (name: string) => screen.findByRole("button", { name });
const entries = () => within(historyCard()).queryAllByRole("listitem");
const historyCard = () => screen.getByRole("region", { name: "Historique" });

test("redirects to the log-in without a session", async () => {
  const { address } = await visit("/message-status");
  await waitFor(() => expect(address()).toBe("/login"));
});

test("an entry shows its first headline without the text below it", async () => {
  const content = "Le prix du blé recule\n\n*Matinale · lundi 23 novembre, matin*";
  gateway.state.history = [{ ...edition, content }];
  await open();
  expect(await screen.findByText("Le prix du blé recule")).toBeVisible();
});

test("shows the connected number", async () => {
  await open();
  expect(await screen.findByText("Relié,")).toHaveTextContent("Relié, +33639981234");
});

test("without a connected number the buttons are disabled and the page links to the settings", async () => {
  gateway.state.me = { ...camille, whatsappConnected: false };
  await open();
  expect(await screen.findByText("Non relié")).toBeVisible();
  expect(await button("Démarrer l’envoi")).toBeDisabled();
  expect(await button("Recevoir une édition maintenant")).toBeDisabled();
  expect(await screen.findByText(/apparaîtra ici quand WhatsApp sera relié/)).toBeVisible();
  expect(screen.getByRole("link", { name: "réglages" })).toHaveAttribute(
    "href",
    "/settings#whatsapp",
  );
});

test("starts and stops sending, without loading the state again", async () => {
  const { user } = await open();
  await user.click(await button("Démarrer l’envoi"));
  expect(await screen.findByText("En marche")).toBeVisible();
  await user.click(await button("Arrêter l’envoi"));
  expect(await screen.findByText("Arrêté")).toBeVisible();
  const requests = gateway.bodies("GET /api/automation/status");
  expect(requests).toHaveLength(1);
});

test("says in the server's words when a pause ends, and ends it", async () => {
  gateway.state.pausedUntil = "2026-11-26T10:00:00.000Z";
  gateway.state.automationMessage = "En pause jusqu’au vendredi 27 novembre à 8 h.";
  const { user } = await open();
  expect(await screen.findByText("En pause")).toBeVisible();
  expect(screen.getByText("En pause jusqu’au vendredi 27 novembre à 8 h.")).toBeVisible();
  expect(screen.queryByText(/26 novembre/)).toBeNull();
  await user.click(await button("Démarrer l’envoi"));
  expect(await screen.findByText("En marche")).toBeVisible();
  expect(screen.queryByText(/En pause/)).toBeNull();
});

test("a start or a stop shows what the response says", async () => {
  gateway.state.running = true;
  const { user } = await open();
  expect(await screen.findByText("En marche")).toBeVisible();
  await user.click(await button("Arrêter l’envoi"));
  expect(await screen.findByText("Arrêté")).toBeVisible();
  Object.assign(gateway.state, { waitsFor: "start", automationMessage: "Répondez START." });
  await user.click(await button("Démarrer l’envoi"));
  expect(await screen.findByText("En attente de START")).toBeVisible();
  expect(screen.getByText("Répondez START.")).toBeVisible();
});

test("shows the server's message about a disconnected number", async () => {
  gateway.state.me = { ...camille, whatsappConnected: false };
  gateway.state.disconnected = {
    phone: "+33639981234",
    at: "2026-11-20T08:00:00.000Z",
    reason: "unreachable",
    message: "WhatsApp n’atteint plus ce numéro.",
  };
  await open();
  expect(await screen.findByText("WhatsApp n’atteint plus ce numéro.")).toBeVisible();
});

test("a test delivery is the first entry, marked as sent manually", async () => {
  gateway.state.history = [edition];
  const { user } = await open();
  await screen.findByText("Distribuée");
  await user.click(await button("Recevoir une édition maintenant"));

  expect(await screen.findByText("Édition envoyée")).toBeVisible();
  expect(entries()).toHaveLength(2);
  expect(entries()[0]).toHaveTextContent("à la demande");
  expect(entries()[0]).toHaveTextContent("3 sujets");
  expect(entries()[0]).toHaveTextContent("Économie et Sport");
});

test("a failed test adds no entry and shows an error", async () => {
  const { user } = await open();
  gateway.server.use(
    http.post("*/api/deliver-news", () =>
      HttpResponse.json({ success: false, message: "Occupé." }),
    ),
  );
  await user.click(await button("Recevoir une édition maintenant"));
  expect(await screen.findByText("Occupé.")).toBeVisible();
  expect(entries()).toEqual([]);
});

test("a 401 of one endpoint does not end the session", async () => {
  gateway.state.history = [edition];
  const { user, address } = await open();
  await screen.findByText("Distribuée");
  gateway.fail("message-history", 401, "UNAUTHENTICATED", "Pas ici.");
  await user.click(await button("Actualiser"));
  expect(await screen.findByText("Pas ici.")).toBeVisible();
  expect(address()).toBe("/message-status");
  expect(screen.getByRole("button", { name: /Menu du compte$/ })).toBeVisible();
});

test("a session that ends leads to the log-in", async () => {
  const { user, address } = await open();
  await screen.findByText("Arrêté");
  gateway.state.signedIn = false;
  await user.click(await button("Actualiser"));
  await waitFor(() => expect(address()).toBe("/login"));
  expect(await screen.findByText("Votre session est terminée")).toBeVisible();
});
