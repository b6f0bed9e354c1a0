import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { textFiles } from "../i18n/text-files.ts";
import { camille } from "../testing/fixtures.ts";
import { gateway } from "../testing/gateway.ts";
import { visit } from "../testing/render-app.tsx";

test("a call between the deletion of the account and the next page reports no end of the session", async () => {
  gateway.state.me = { ...camille, emailVerified: false };
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  const load = textFiles.fr.landing;
  vi.spyOn(textFiles.fr, "landing").mockImplementation(() => promise.then(load));
  const { user, store, address } = await visit("/account", { signedIn: true });
  // Its check when the tab is shown again gets a 401.
  await screen.findByRole("region", { name: "Confirmation de votre adresse" });
  await user.click(await screen.findByRole("button", { name: "Supprimer mon compte" }));
  await user.type(await screen.findByLabelText("Mot de passe"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Supprimer mon compte" }));
  const title = () => store.getState().toasts.current?.title;
  await waitFor(() => expect(title()).toBe("Compte supprimé"));
  const calls = () => gateway.bodies("GET /api/me").length;
  const before = calls();
  // Loading the user again after the first refusal would send a call before the second check.
  for (const sent of [1, 2]) {
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(calls()).toBeGreaterThanOrEqual(before + sent));
    await waitFor(() => expect(store.getState().api.queries).toMatchObject(refusedCheck));
  }
  expect(calls()).toBe(before + 2);
  arrive();
  await waitFor(() => expect(address()).toBe("/"));
  expect(title()).toBe("Compte supprimé");
});

test("a refused call ends the session only when the current user is refused, too", async () => {
  const { user, store, address } = await visit("/settings", { signedIn: true, next: "/login" });
  await screen.findByLabelText("Heure d’envoi");
  const save = () => user.click(screen.getByRole("button", { name: "Enregistrer" }));
  gateway.fail("user/preferences", 401, "UNAUTHENTICATED", "Sign in first.");
  gateway.fail("me", 503, "SERVICE_UNAVAILABLE", "Try later.");
  await save();
  const failed = { "me(undefined)": { status: "rejected" } };
  await waitFor(() => expect(store.getState().api.queries).toMatchObject(failed));
  expect(screen.getByLabelText("Heure d’envoi")).toBeVisible();
  gateway.server.resetHandlers();
  gateway.state.signedIn = false;
  await save();
  await waitFor(() => expect(address()).toBe("/login"));
});

const refusedCheck = { 'confirmed("emailVerified")': { status: "rejected" } };
