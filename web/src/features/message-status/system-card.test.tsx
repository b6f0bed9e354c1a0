import { act, screen, waitFor } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { gateway } from "../../testing/gateway.ts";
import { camille } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";

afterEach(() => vi.useRealTimers());

const open = () => visit("/message-status", { signedIn: true });
const responses = {
  loading: () => delay("infinite"),
  running: () => HttpResponse.json({ success: true, isRunning: true }),
  stopped: () => HttpResponse.json({ success: true, isRunning: false }),
  error: () => new HttpResponse(null, { status: 500 }),
};

test.each([
  ["running", true, "Arrêter l’envoi", true, "En marche"],
  ["running", false, "Arrêter l’envoi", true, "En marche"],
  ["stopped", true, "Démarrer l’envoi", true, "Arrêté"],
  ["stopped", false, "Démarrer l’envoi", false, "Arrêté"],
  ["error", true, "Arrêter l’envoi", false, "Erreur"],
  ["error", false, "Arrêter l’envoi", false, "Erreur"],
  ["loading", true, "Arrêter l’envoi", false, "Vérification"],
  ["loading", false, "Arrêter l’envoi", false, "Vérification"],
] as const)(
  "%s and connected: %s shows « %s », enabled: %s",
  async (automation, whatsappConnected, name, enabled, badge) => {
    gateway.state.me = { ...camille, whatsappConnected };
    gateway.server.use(http.get("*/api/automation/status", responses[automation]));
    await open();
    expect(await screen.findByText(badge)).toBeVisible();
    const isEnabled = (each: string) =>
      !screen.getByRole("button", { name: each }).matches(":disabled");
    expect(isEnabled(name)).toBe(enabled);
    expect(isEnabled("Recevoir une édition maintenant")).toBe(whatsappConnected);
  },
);

test.each([
  ["start", true, "En attente de START"],
  ["plan", false, "Arrêté"],
] as const)(
  "says what the reader must do when editions wait for: %s",
  async (waitsFor, running, badge) => {
    Object.assign(gateway.state, { waitsFor, running, automationMessage: "Ce qu’il faut faire." });
    await open();
    expect(await screen.findByText(badge)).toBeVisible();
    expect(screen.getByText("Ce qu’il faut faire.")).toBeVisible();
  },
);

test("shows that editions are sent soon after the phone has replied START", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  Object.assign(gateway.state, { waitsFor: "start", running: true });
  await open();
  expect(await screen.findByText("En attente de START")).toBeVisible();
  gateway.state.waitsFor = null;
  await vi.advanceTimersByTimeAsync(5_500);
  expect(await screen.findByText("En marche")).toBeVisible();
});

test("the page does not poll", async () => {
  // with the functions that clear: a wait of the test would otherwise go on until the end
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  await open();
  expect(await screen.findByText("Aucun message pour l’instant")).toBeVisible();
  // Loaded after the page, with a request of its own.
  await screen.findByRole("contentinfo");
  const requests = gateway.calls.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(gateway.calls).toHaveLength(requests);
});

test.each([
  ["has the focus again after its call", "Recevoir une édition maintenant"],
  ["leaves the focus where the reader has moved it", "Actualiser"],
])("a button %s", async (_what, focused) => {
  const { user } = await open();
  const deliver = await screen.findByRole("button", { name: "Recevoir une édition maintenant" });
  const respond = gateway.hold("deliver-news");
  await user.click(deliver);
  expect(deliver).toBeDisabled();
  // As browsers do with a disabled button.
  act(() => deliver.blur());
  const other = await screen.findByRole("button", { name: "Actualiser" });
  await waitFor(() => expect(other).toBeEnabled());
  if (focused === "Actualiser") act(() => other.focus());
  respond({ success: true });
  await waitFor(() => expect(deliver).toBeEnabled());
  expect(screen.getByRole("button", { name: focused })).toHaveFocus();
});
