import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { camille } from "../testing/fixtures.ts";
import { gateway } from "../testing/gateway.ts";
import { visit } from "../testing/render-app.tsx";

/** How often each call was made. */
function counts(): Record<string, number> {
  const made: Record<string, number> = {};
  for (const { call } of gateway.calls) made[call] = (made[call] ?? 0) + 1;
  return made;
}

test("a plan is paid for once, however often effects run", async () => {
  gateway.state.payment = { publishableKey: null, simulated: true };
  const { address } = await visit("/subscribe?plan=2", {
    signedIn: true,
    strict: true,
    next: "/account",
  });
  await waitFor(() => expect(address()).toBe("/account"));
  expect(counts()["POST /api/create-payment-intent"]).toBe(1);
});

test("settings read everything once", async () => {
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

test("a failed history is told once, and read once", async () => {
  gateway.fail("message-history", 500, "INTERNAL", "Panne.");
  const { store } = await visit("/message-status", { signedIn: true, strict: true });
  expect(await screen.findByText("Panne.")).toBeVisible();
  const told = store.getState().toasts.current?.id;
  expect(await screen.findByText("L’historique ne se charge pas")).toBeVisible();
  expect(store.getState().toasts.current?.id).toBe(told);
  expect(counts()["GET /api/message-history"]).toBe(1);
});
