import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { camille } from "../testing/fixtures.ts";
import { gateway } from "../testing/gateway.ts";
import { visit } from "../testing/render-app.tsx";

/** Number of requests for each call. */
function counts(): Record<string, number> {
  const requests: Record<string, number> = {};
  for (const { call } of gateway.calls) requests[call] = (requests[call] ?? 0) + 1;
  return requests;
}

test("creates one payment intent, although effects run twice", async () => {
  gateway.state.payment = { ...gateway.state.payment, publishableKey: null, simulated: true };
  const { address } = await visit("/subscribe?plan=2", {
    signedIn: true,
    strict: true,
    next: "/account",
  });
  await waitFor(() => expect(address()).toBe("/account"));
  expect(counts()["POST /api/create-payment-intent"]).toBe(1);
});

test("the settings page loads everything once, although effects run twice", async () => {
  gateway.state.me = { ...camille, whatsappConnected: false };
  await visit("/settings", { signedIn: true, strict: true });
  expect(await screen.findByLabelText("Heure d’envoi")).toBeVisible();
  expect(await screen.findByRole("switch", { name: "Culture" })).toBeVisible();
  expect(await screen.findByRole("img", { name: /START-/ })).toBeVisible();
  expect(counts()).toMatchObject({
    "GET /api/user/preferences": 1,
    "GET /api/categories": 1,
    "GET /api/user/categories": 1,
    "GET /api/user/whatsapp/opt-in": 1,
    "GET /api/automation/status": 1,
  });
});

test("a failed history is loaded once and shows one toast, although effects run twice", async () => {
  gateway.fail("message-history", 500, "INTERNAL", "Panne.");
  const { store } = await visit("/message-status", { signedIn: true, strict: true });
  expect(await screen.findByText("Panne.")).toBeVisible();
  const toastId = store.getState().toasts.current?.id;
  expect(await screen.findByText("Impossible de charger l’historique")).toBeVisible();
  expect(store.getState().toasts.current?.id).toBe(toastId);
  expect(counts()["GET /api/message-history"]).toBe(1);
});
