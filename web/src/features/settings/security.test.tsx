import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { camille, sessions } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const current = () => screen.getByLabelText("Mot de passe actuel");
const next = () => screen.getByLabelText("Nouveau mot de passe");

async function openProfile() {
  const visited = await visit("/settings", { signedIn: true, next: "/" });
  await visited.user.click(await screen.findByRole("tab", { name: "Profil" }));
  await screen.findByText("Chrome, Android");
  return visited;
}

async function change(from: string, to: string) {
  const visited = await openProfile();
  if (from) await visited.user.type(current(), from);
  if (to) await visited.user.type(next(), to);
  await visited.user.click(screen.getByRole("button", { name: "Changer le mot de passe" }));
  return visited;
}

const devices = () =>
  within(screen.getByRole("region", { name: "Vos appareils" }))
    .queryAllByRole("listitem")
    .map((item) => item.textContent);

test("the names of the devices change with the language of the page", async () => {
  const { user } = await openProfile();
  gateway.state.sessions = sessions.map((session) => ({ ...session, device: "Chrome on Android" }));
  await user.click(screen.getByRole("switch", { name: "English" }));
  expect((await screen.findAllByText("Chrome on Android")).length).toBe(sessions.length);
});

test("changes the password; the fields are empty again and the other devices are gone", async () => {
  await change("correct horse", "battery staple");
  expect(await screen.findByText("Mot de passe changé")).toBeVisible();
  expect(gateway.bodies("POST /api/change-password")).toEqual([
    { currentPassword: "correct horse", newPassword: "battery staple" },
  ]);
  expect(current()).toHaveValue("");
  expect(next()).toHaveValue("");
  await waitFor(() => expect(devices()).toHaveLength(1));
});

test("the fields tell password managers what they are for", async () => {
  await openProfile();
  expect(current()).toHaveAttribute("autocomplete", "current-password");
  expect(next()).toHaveAttribute("autocomplete", "new-password");
  const form = current().closest("form");
  expect(form?.querySelector("input[autocomplete=username]")).toHaveValue(camille.email);
});

test("empty and short passwords send nothing; the first error has the focus", async () => {
  await change("", "12345");
  expect(await screen.findByText("Indiquez votre mot de passe actuel.")).toBeVisible();
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
  expect(current()).toHaveFocus();
  expect(gateway.bodies("POST /api/change-password")).toEqual([]);
});

test("a wrong current password is shown at its field and does not end the session", async () => {
  gateway.fail("change-password", 403, "WRONG_PASSWORD", "Ce n’est pas le bon mot de passe.");
  const { address } = await change("wrong one", "battery staple");
  expect(await screen.findByText("Ce n’est pas le bon mot de passe.")).toBeVisible();
  expect(current()).toHaveFocus();
  expect(next()).toHaveValue("battery staple");
  expect(address()).toMatch(/^\/settings/);
});

test("a common new password is refused at its field", async () => {
  gateway.fail("change-password", 400, "VALIDATION_FAILED", "Ce mot de passe est trop courant.");
  const { user } = await change("correct horse", "password");
  expect(await screen.findByText("Ce mot de passe est trop courant.")).toBeVisible();
  expect(next()).toHaveFocus();
  // The reason is in the language of the request.
  await user.click(screen.getByRole("switch", { name: "English" }));
  expect(await screen.findByText("This value was refused.")).toBeVisible();
  expect(screen.queryByText("Ce mot de passe est trop courant.")).toBeNull();
});

test("shows each device with its last activity, and marks this one", async () => {
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  yesterday.setHours(8, 30);
  const [mine, other] = sessions as [(typeof sessions)[0], (typeof sessions)[0]];
  gateway.state.sessions = [mine, { ...other, lastSeenAt: yesterday.toISOString() }];
  await openProfile();
  const [first, second] = devices();
  expect(first).toContain("Firefox, Windows");
  expect(first).toContain("Cet appareil");
  expect(first).not.toContain("Déconnecter");
  expect(second).toContain("Dernière activité : hier à 8 h 30");
  expect(second).not.toContain("Cet appareil");
});

test("ends the session of one device", async () => {
  const { user } = await openProfile();
  await user.click(screen.getByRole("button", { name: "Déconnecter Chrome, Android" }));
  expect(await screen.findByText("Appareil déconnecté")).toBeVisible();
  expect(gateway.bodies("DELETE /api/sessions/session-2")).toHaveLength(1);
  await waitFor(() => expect(devices()).toHaveLength(1));
});

test("signs out everywhere, this device included", async () => {
  const { user, address, store } = await openProfile();
  await user.click(screen.getByRole("button", { name: "Se déconnecter partout" }));
  await waitFor(() => expect(address()).toBe("/"));
  expect(store.getState().toasts.current?.title).toBe("Session fermée partout");
  await waitFor(() => expect(JSON.stringify(store.getState())).not.toContain('"camille"'));
});
