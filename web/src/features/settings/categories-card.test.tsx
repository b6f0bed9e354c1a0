import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { categoryReloadMs } from "../../config/constants.ts";
import { reloadPage } from "../../lib/reload-page.ts";
import { preview } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

vi.mock("../../lib/reload-page.ts", () => ({ reloadPage: vi.fn<() => void>() }));

beforeEach(() => void vi.mocked(reloadPage).mockClear());
afterEach(() => vi.useRealTimers());

const done = { success: true };
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = async (name: string) => {
  const control = await screen.findByRole("switch", { name });
  await waitFor(() => expect(control).toBeEnabled());
  fireEvent.click(control);
};

async function open(strict = false) {
  const visited = await visit("/settings", { signedIn: true, next: "/account", strict });
  await screen.findByRole("switch", { name: "Sport" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  return visited;
}

const changes = () => gateway.bodies("POST /api/user/categories").length;

test("a change that completes after the reader left the page does not reload the next page", async () => {
  const { user } = await open();
  const respond = gateway.hold("user/categories", "post");
  await press("Sport");
  await waitFor(() => expect(changes()).toBe(1));
  await user.click(screen.getByRole("button", { name: /Menu du compte$/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Compte" }));
  await screen.findByRole("heading", { name: "Bonjour, camille" });
  respond(done);
  await screen.findByText("Catégorie ajoutée");
  await pass(2 * categoryReloadMs);
  expect(reloadPage).not.toHaveBeenCalled();
});

test("a pending change delays the reload after the previous change", async () => {
  await open();
  await press("Sport");
  await screen.findByText("Catégorie ajoutée");
  const respond = gateway.hold("user/categories", "post");
  await press("Culture");
  await pass(2 * categoryReloadMs);
  expect(reloadPage).not.toHaveBeenCalled();
  respond(done);
  await waitFor(() => expect(screen.getByRole("switch", { name: "Culture" })).toBeEnabled());
  await pass(categoryReloadMs);
  expect(reloadPage).toHaveBeenCalledOnce();
});

/** How often the page has been reloaded, some time later. */
const reloadsLater = async () => {
  await pass(2 * categoryReloadMs);
  return vi.mocked(reloadPage).mock.calls.length;
};
const addSport = async () => {
  await press("Sport");
  await screen.findByText("Catégorie ajoutée");
};

test.each([
  ["Heure d’envoi", "07:15"],
  ["Début des heures calmes", "23:30"],
  ["Changer de numéro", "06 39"],
])("%s, while it is not saved, postpones the reload", async (label, typed) => {
  gateway.state.preferences = { ...gateway.state.preferences, alertsIncluded: true };
  await open();
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  const saved = field.value;
  fireEvent.change(field, { target: { value: typed } });
  await addSport();
  expect(await reloadsLater()).toBe(0);
  fireEvent.change(field, { target: { value: saved } });
  expect(await reloadsLater()).toBe(1);
});

test("what was typed behind the other tab, while it is not saved, postpones the reload", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("tab", { name: "Profil" }));
  const field = await screen.findByLabelText("Nom d’utilisateur");
  fireEvent.change(field, { target: { value: "camille-a" } });
  await user.click(screen.getByRole("tab", { name: "Préférences" }));
  await addSport();
  expect(await reloadsLater()).toBe(0);
});

test("quiet hours that are not saved do not postpone the reload when alerts are switched off", async () => {
  gateway.state.preferences = { ...gateway.state.preferences, alertsIncluded: true };
  await open();
  const field = await screen.findByLabelText("Début des heures calmes");
  fireEvent.change(field, { target: { value: "23:30" } });
  await press("Recevoir les alertes info");
  await waitFor(() => expect(field).not.toBeInTheDocument());
  await addSport();
  expect(await reloadsLater()).toBe(1);
});

test("a form that is being saved postpones the reload", async () => {
  await open();
  const saved = gateway.hold("user/preferences");
  fireEvent.click(await screen.findByRole("button", { name: "Enregistrer" }));
  await addSport();
  expect(await reloadsLater()).toBe(0);
  saved(gateway.state.preferences);
  await screen.findByText("Réglages enregistrés");
  expect(await reloadsLater()).toBe(1);
});

test("a preview that is being prepared or shown postpones the reload", async () => {
  await open();
  const prepared = gateway.hold("preview-news");
  fireEvent.click(screen.getByRole("button", { name: "Aperçu" }));
  await addSport();
  expect(await reloadsLater()).toBe(0);
  prepared(preview);
  await screen.findByText("L’aperçu est prêt");
  expect(await reloadsLater()).toBe(0);
});

test("the switch and the count follow a change while a preview is prepared", async () => {
  await open();
  gateway.hold("preview-news");
  gateway.state.chosen = [...gateway.state.chosen, 4];
  fireEvent.click(screen.getByRole("button", { name: "Aperçu" }));
  await addSport();
  expect(screen.getByRole("switch", { name: "Sport" })).toBeChecked();
  expect(screen.getByText("2 sur 5 avec Premium")).toBeVisible();
});

test.each([
  [3, [1, 2, 3]],
  [4, [1, 2, 3, 4]],
])("names the categories that are sent when more than 3 are chosen: %i", async (count, ids) => {
  gateway.state.chosen = ids;
  gateway.state.subscription = { ...gateway.state.subscription, planId: 1 };
  await open();
  expect(await screen.findByText(`${count} sur 3 avec Essentiel`)).toBeVisible();
  const notice = screen.queryByText(
    /^Essentiel comprend 3 catégories\s: vos éditions contiennent Politique, Économie et Technologie\./,
  );
  expect(notice !== null).toBe(count > 3);
});

test("a failed change does not cancel the reload after the previous change", async () => {
  await open(true);
  await press("Sport");
  await screen.findByText("Catégorie ajoutée");
  gateway.fail("user/categories", 403, "CATEGORY_LIMIT_REACHED", "Premium permet 5 catégories.");
  await press("Culture");
  await screen.findByText("Premium permet 5 catégories.");
  await pass(categoryReloadMs);
  expect(reloadPage).toHaveBeenCalledOnce();
});
