import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { saveFile } from "../../lib/save-file.ts";
import { camille } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

vi.mock("../../lib/save-file.ts", () => ({ saveFile: vi.fn<() => void>() }));

test("the settings tab is the first one, with the language and a link to the settings", async () => {
  await visit("/account", { signedIn: true });
  const panel = within(await screen.findByRole("tabpanel", { name: "Réglages" }));
  expect(panel.getByText("Français")).toBeVisible();
  const link = panel.getByRole("link", { name: "Ouvrir les réglages" });
  expect(link).toHaveAttribute("href", "/settings?tab=preferences");
});

test("downloads the account data as a file with the name that the server gives", async () => {
  const { user } = await visit("/account", { signedIn: true });
  await user.click(await screen.findByRole("button", { name: "Télécharger mes données" }));
  await waitFor(() =>
    expect(saveFile).toHaveBeenCalledWith(
      "matinale-2026-11-21T08-00-00.json",
      JSON.stringify({ identity: { username: "camille" } }),
    ),
  );
});

test("deletes the account after the password is entered, and clears the session", async () => {
  const { user, address, store } = await visit("/account", { signedIn: true, next: "/" });
  await user.click(await screen.findByRole("button", { name: "Supprimer mon compte" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/Pendant 13\smois, nous gardons/)).toBeVisible();
  // Password managers offer the password of this account.
  const form = dialog.getByLabelText("Mot de passe").closest("form");
  expect(form?.querySelector("input[autocomplete=username]")).toHaveValue(camille.email);
  const confirm = dialog.getByRole("button", { name: "Supprimer mon compte" });
  await user.click(confirm);
  expect(await dialog.findByText("Indiquez votre mot de passe pour confirmer.")).toBeVisible();
  expect(dialog.getByLabelText("Mot de passe")).toHaveFocus();
  await user.click(dialog.getByLabelText("Mot de passe"));
  await user.paste("correct horse");
  await user.click(confirm);
  await waitFor(() => expect(address()).toBe("/"));
  expect(gateway.calls).toContainEqual({
    call: "DELETE /api/user",
    body: { password: "correct horse" },
  });
  await waitFor(() =>
    expect(JSON.stringify(store.getState().api.queries)).not.toContain(camille.email),
  );
});

test("the dialog stays open during the deletion, so that its failure is seen", async () => {
  const respond = gateway.hold("user");
  const { user } = await visit("/account", { signedIn: true });
  await user.click(await screen.findByRole("button", { name: "Supprimer mon compte" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.type(dialog.getByLabelText("Mot de passe"), "correct horse");
  await user.click(dialog.getByRole("button", { name: "Supprimer mon compte" }));
  await user.keyboard("{Escape}");
  respond({ success: false, message: "Réessayez plus tard." });
  expect(await dialog.findByText("Réessayez plus tard.")).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("a wrong password moves the focus to its field, where screen readers announce why", async () => {
  gateway.fail("user", 403, "INVALID_CREDENTIALS", "Ce mot de passe n’est pas le bon.");
  const { user } = await visit("/account", { signedIn: true });
  await user.click(await screen.findByRole("button", { name: "Supprimer mon compte" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  const field = dialog.getByLabelText("Mot de passe");
  await user.type(field, "wrong horse");
  await user.click(dialog.getByRole("button", { name: "Supprimer mon compte" }));
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription("Ce mot de passe n’est pas le bon."),
  );
  expect(field).toHaveFocus();
});
