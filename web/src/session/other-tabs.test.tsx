import { act, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { gateway } from "../testing/gateway.ts";
import { camille, preferences } from "../testing/fixtures.ts";
import { visit } from "../testing/render-app.tsx";

const key = "session_change";
/** The event that this tab gets when another tab writes to the storage. */
const otherTabWrites = () =>
  act(() => window.dispatchEvent(new StorageEvent("storage", { key, newValue: "1" })));

test("a sign-in of another account in another tab replaces the data of this tab", async () => {
  const { user, store } = await visit("/settings", { signedIn: true });
  expect(await screen.findByLabelText("Heure d’envoi")).toHaveValue("08:30");
  gateway.state.me = { ...camille, username: "bruno" };
  gateway.state.preferences = { ...preferences, deliveryTime: "05:05", timezone: "Asia/Tokyo" };
  otherTabWrites();
  await waitFor(() => expect(screen.getByLabelText("Heure d’envoi")).toHaveValue("05:05"));
  await waitFor(() => expect(JSON.stringify(store.getState())).toContain("bruno"));
  expect(JSON.stringify(store.getState())).not.toContain('"camille"');
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await screen.findByText("Réglages enregistrés");
  const sent = gateway.bodies("PATCH /api/user/preferences")[0];
  expect(sent).toMatchObject({ deliveryTime: "05:05", timezone: "Asia/Tokyo" });
});

test("a sign-out in another tab leads this tab to the log-in", async () => {
  const { address } = await visit("/message-status", { signedIn: true, next: "/login" });
  await screen.findByText("Arrêté");
  gateway.state.signedIn = false;
  otherTabWrites();
  await waitFor(() => expect(address()).toBe("/login"));
});

/** The page goes into the back/forward cache of the browser, and is shown again after this change. */
const showAgain = (change: string | null) =>
  act(() => {
    window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    if (change !== null) localStorage.setItem(key, change);
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });

test("a page from the back/forward cache leads to the log-in after a sign-out", async () => {
  const { address } = await visit("/message-status", { signedIn: true, next: "/login" });
  await screen.findByText("Arrêté");
  gateway.state.signedIn = false;
  showAgain("after the sign-out");
  await waitFor(() => expect(address()).toBe("/login"));
});

test("a page from the back/forward cache keeps its data when no one signed in or out", async () => {
  const { store } = await visit("/message-status", { signedIn: true });
  await screen.findByText("Arrêté");
  const { api } = store.getState();
  showAgain(null);
  expect(store.getState().api).toBe(api);
});

test("the end of a session that began in another tab after a sign-out is noticed", async () => {
  const { user, address, store } = await visit("/message-status", { signedIn: true, next: "/" });
  await signOut(user);
  await waitFor(() => expect(address()).toBe("/"));
  await waitFor(() => expect(JSON.stringify(store.getState().api)).not.toContain("camille"));
  gateway.state.signedIn = true;
  otherTabWrites();
  await user.click(await screen.findByRole("button", { name: /Menu du compte$/ }));
  await user.click(await screen.findByRole("menuitem", { name: "État des messages" }));
  await screen.findByText("Arrêté");
  gateway.state.signedIn = false;
  await user.click(await screen.findByRole("button", { name: "Actualiser" }));
  await waitFor(() => expect(address()).toBe("/login"));
});

test("« back » resets the data only until the page after a sign-out is shown", async () => {
  const { user, address, store } = await visit("/message-status", { signedIn: true, next: "/" });
  await signOut(user);
  await waitFor(() => expect(address()).toBe("/"));
  await waitFor(() => expect(JSON.stringify(store.getState().api)).not.toContain("camille"));
  const { api } = store.getState();
  act(() => window.dispatchEvent(new PopStateEvent("popstate")));
  expect(store.getState().api).toBe(api);
});

test("« back » resets no data after two sign-outs at once, either", async () => {
  const { user, address, store } = await visit("/message-status", { signedIn: true, next: "/" });
  const respond = gateway.hold("logout");
  await signOut(user);
  await signOut(user);
  gateway.state.signedIn = false;
  respond({ success: true });
  await waitFor(() => expect(address()).toBe("/"));
  await waitFor(() => expect(JSON.stringify(store.getState().api)).not.toContain("camille"));
  await waitFor(() => expect(JSON.stringify(store.getState().api)).not.toContain('"pending"'));
  const { api } = store.getState();
  act(() => window.dispatchEvent(new PopStateEvent("popstate")));
  expect(store.getState().api).toBe(api);
});

const before = "an earlier change";
const signIn = async (user: UserEvent) => {
  await user.type(await screen.findByLabelText("Mot de passe"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
};
const signOut = async (user: UserEvent) => {
  await user.click(await screen.findByRole("button", { name: /Menu du compte$/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Se déconnecter" }));
};
const erase = async (user: UserEvent) => {
  await user.click(await screen.findByRole("button", { name: "Supprimer mon compte" }));
  await user.type(await screen.findByLabelText("Mot de passe"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Supprimer mon compte" }));
};

test.each([
  ["a sign-in", "/login?email=camille@exemple.fr", false, signIn, "Votre session est ouverte."],
  ["a sign-out", "/message-status", true, signOut, "Votre session est fermée."],
  ["an erased account", "/account", true, erase, "Compte supprimé"],
])("other tabs are notified of %s", async (_what, page, signedIn, act, toast) => {
  const { user, store } = await visit(page, { signedIn, next: signedIn ? "/" : "/account" });
  localStorage.setItem(key, before);
  await act(user);
  // In the state, because a busy machine may render the next page after the toast has gone.
  await waitFor(() =>
    expect(Object.values(store.getState().toasts.current ?? {})).toContain(toast),
  );
  await waitFor(() => expect(localStorage.getItem(key)).not.toBe(before));
});

test("a refused sign-in does not notify other tabs", async () => {
  const { user } = await visit("/login?email=camille@exemple.fr");
  gateway.fail("login", 401, "INVALID_CREDENTIALS", "Bad credentials.");
  localStorage.setItem(key, before);
  await signIn(user);
  await screen.findByText("Invalid email or password");
  expect(localStorage.getItem(key)).toBe(before);
});
