import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type * as Constants from "../config/constants.ts";
import { camille, preferences } from "../testing/fixtures.ts";
import { gateway } from "../testing/gateway.ts";
import { visit } from "../testing/render-app.tsx";

// Without the poll for a scanned code, only the actions of a test find that the session has ended.
vi.mock("../config/constants.ts", async (original) => ({
  ...(await original<typeof Constants>()),
  connectionPollMs: 3_600_000,
}));

const kept = /^Ce que vous n’aviez pas enregistré est gardé tant que cette page reste ouverte/;
const unsaved = "Vous n’avez pas encore enregistré ces changements.";

beforeEach(() => {
  const alerts = { alertsIncluded: true, breakingNewsAlerts: true };
  gateway.state.preferences = { ...preferences, ...alerts };
});

async function retype(user: UserEvent, label: string, value: string) {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, value);
}

/** Saves after the session has ended. */
async function saveInVain({ user, address }: Awaited<ReturnType<typeof visit>>) {
  gateway.state.signedIn = false;
  const [save] = screen.getAllByRole("button", { name: "Enregistrer" });
  if (save) await user.click(save);
  await waitFor(() => expect(address()).toBe("/login"));
}

async function signIn({ user }: Awaited<ReturnType<typeof visit>>) {
  await user.type(await screen.findByLabelText("Adresse e-mail"), camille.email);
  await user.type(screen.getByLabelText("Mot de passe"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
}

test("the settings show what was not saved when the session ended, after the next log-in", async () => {
  const visited = await visit("/settings", { signedIn: true, next: "/login" });
  const { user, address } = visited;
  await retype(user, "Heure d’envoi", "07:15");
  await retype(user, "Début des heures calmes", "21:30");
  await retype(user, "Changer de numéro", "+33639980002");
  await saveInVain(visited);
  expect(await screen.findByText(kept)).toBeVisible();
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]);
  expect(stored).not.toMatch(/07:15|21:30|33639980002|camille/);

  await signIn(visited);
  await waitFor(() => expect(address()).toBe("/settings?tab=preferences"));
  expect(await screen.findByLabelText("Heure d’envoi")).toHaveValue("07:15");
  expect(screen.getByLabelText("Début des heures calmes")).toHaveValue("21:30");
  expect(screen.getByLabelText("Changer de numéro")).toHaveValue("+33639980002");
  expect(screen.getAllByText(unsaved)).toHaveLength(3);

  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await waitFor(() => expect(screen.getAllByText(unsaved)).toHaveLength(2));
  expect(gateway.bodies("PATCH /api/user/preferences").at(-1)).toMatchObject({
    deliveryTime: "07:15",
    country: preferences.country,
  });
});

test("the profile keeps its fields, but no password", async () => {
  const visited = await visit("/settings?tab=profile", { signedIn: true, next: "/login" });
  const { user, address, store } = visited;
  await retype(user, "Nom d’utilisateur", "camille-a");
  await retype(user, "Mot de passe actuel", "correct horse");
  await saveInVain(visited);
  expect(JSON.stringify(store.getState().unsavedInput)).not.toContain("correct horse");
  await signIn(visited);
  await waitFor(() => expect(address()).toBe("/settings?tab=profile"));
  expect(await screen.findByLabelText("Nom d’utilisateur")).toHaveValue("camille-a");
  expect(screen.getByLabelText("Mot de passe actuel")).toHaveValue("");
});

test("another account that signs in does not get the input", async () => {
  const visited = await visit("/settings", { signedIn: true, next: "/login" });
  await retype(visited.user, "Heure d’envoi", "07:15");
  await saveInVain(visited);
  gateway.state.me = { ...camille, username: "bruno", email: "bruno@exemple.fr" };
  await signIn(visited);
  await waitFor(() => expect(visited.address()).toBe("/account"));
  expect(visited.store.getState().unsavedInput.current).toBeNull();
});

test("quiet hours that were saved are not kept", async () => {
  const visited = await visit("/settings", { signedIn: true, next: "/account" });
  const { user, store } = visited;
  await retype(user, "Début des heures calmes", "21:30");
  await user.click(screen.getByRole("button", { name: "Enregistrer les heures calmes" }));
  await screen.findByText("Heures calmes enregistrées");
  await user.click(screen.getByRole("tab", { name: "Profil" }));
  expect(await screen.findByLabelText("Nom d’utilisateur")).toBeVisible();
  expect(store.getState().unsavedInput.current).toBeNull();
});

test("without changes the log-in leads to the account, as after any other end", async () => {
  const visited = await visit("/settings", { signedIn: true, next: "/login" });
  await screen.findByLabelText("Heure d’envoi");
  await saveInVain(visited);
  expect(screen.queryByText(kept)).toBeNull();
  await signIn(visited);
  await waitFor(() => expect(visited.address()).toBe("/account"));
});

test("another tab, or another page, keeps what was not saved", async () => {
  const { user, address, go } = await visit("/settings", { signedIn: true, next: "/account" });
  await retype(user, "Heure d’envoi", "07:15");
  await user.click(screen.getByRole("tab", { name: "Profil" }));
  await user.click(screen.getByRole("tab", { name: "Préférences" }));
  expect(await screen.findByLabelText("Heure d’envoi")).toHaveValue("07:15");
  expect(screen.getByText(unsaved)).toBeVisible();

  await user.click(screen.getByRole("link", { name: "Retour au compte" }));
  await waitFor(() => expect(address()).toBe("/account"));
  go(-1);
  expect(await screen.findByLabelText("Heure d’envoi")).toHaveValue("07:15");
  expect(screen.getByText(unsaved)).toBeVisible();

  await user.click(screen.getAllByRole("button", { name: "Enregistrer" })[0]!);
  await waitFor(() => expect(screen.queryByText(unsaved)).toBeNull());
  expect(gateway.bodies("PATCH /api/user/preferences").at(-1)).toMatchObject({
    deliveryTime: "07:15",
  });
});
