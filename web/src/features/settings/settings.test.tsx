import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import type * as Constants from "../../config/constants.ts";
import { textFiles } from "../../i18n/text-files.ts";
import { reloadPage } from "../../lib/reload-page.ts";
import { gateway } from "../../testing/gateway.ts";
import { camille } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";

// Without the poll for a scanned code, only the actions of a test load the user again.
vi.mock("../../config/constants.ts", async (original) => ({
  ...(await original<typeof Constants>()),
  connectionPollMs: 3_600_000,
}));
vi.mock("../../lib/reload-page.ts", () => ({ reloadPage: vi.fn<() => void>() }));

const open = () => visit("/settings", { signedIn: true });
const saves = () => gateway.bodies("PATCH /api/user/preferences");

afterEach(() => {
  vi.mocked(reloadPage).mockClear();
  vi.useRealTimers();
});

test("redirects to the log-in without a session", async () => {
  const { address } = await visit("/settings");
  await waitFor(() => expect(address()).toBe("/login"));
});

test("a refresh of the user that fails keeps the page and what was typed", async () => {
  const { user, store } = await open();
  const phone = await screen.findByLabelText("Changer de numéro");
  await user.type(phone, "06 39 98");
  gateway.fail("me", 503, "SERVICE_UNAVAILABLE", "Réessayez plus tard.");
  await user.click(await screen.findByRole("button", { name: "Enregistrer" }));
  await screen.findByText("Réglages enregistrés");
  const failed = { "me(undefined)": { status: "rejected" } };
  await waitFor(() => expect(store.getState().api.queries).toMatchObject(failed));
  expect(phone).toBeVisible();
  expect(phone).toHaveValue("06 39 98");
});

test("a save sends all five values and stores the time zone in the browser", async () => {
  const { user } = await open();
  const time = await screen.findByLabelText("Heure d’envoi");
  await user.clear(time);
  await user.type(time, "07:15");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));

  expect(await screen.findByText("Réglages enregistrés")).toBeVisible();
  expect(saves()).toEqual([
    {
      language: "fr",
      country: "fr",
      timezone: "Europe/Paris",
      deliveryTime: "07:15",
      deliveryFrequency: "twice_daily",
    },
  ]);
  expect(localStorage.getItem("user_timezone")).toBe("Europe/Paris");
});

test("an empty time shows the specified error", async () => {
  const { user } = await open();
  await user.clear(await screen.findByLabelText("Heure d’envoi"));
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("Ce champ est requis")).toBeVisible();
  expect(saves()).toEqual([]);
});

test("the language applies immediately and saves the other changed values with it", async () => {
  const { user } = await open();
  const time = await screen.findByLabelText("Heure d’envoi");
  await user.clear(time);
  await user.type(time, "06:45");
  await user.click(screen.getByRole("radio", { name: "English" }));

  expect(await screen.findByRole("heading", { name: "Settings" })).toBeVisible();
  await waitFor(() =>
    expect(saves()).toEqual([expect.objectContaining({ language: "en", deliveryTime: "06:45" })]),
  );
  expect(await screen.findByText("They apply from your next edition.")).toBeVisible();
});

test("a language chosen beside an empty time applies, and the form is not saved", async () => {
  const { user } = await open();
  await user.clear(await screen.findByLabelText("Heure d’envoi"));
  await user.click(screen.getByRole("radio", { name: "English" }));
  expect(await screen.findByText("Ce champ est requis")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  expect(saves()).toEqual([]);
});

test("a language whose texts do not load is not saved", async () => {
  const { user } = await open();
  vi.spyOn(textFiles.en, "settings").mockRejectedValue(new Error("no network"));
  await user.click(await screen.findByRole("radio", { name: "English" }));
  expect(await screen.findByText("Un problème est survenu")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("radio", { name: "Français" })).toBeChecked());
  expect(saves()).toEqual([]);
});

test("shows a time zone that is not in the list", async () => {
  gateway.state.preferences = { ...gateway.state.preferences, timezone: "Asia/Kolkata" };
  await open();
  expect(await screen.findByRole("combobox", { name: /Fuseau horaire/ })).toHaveTextContent(
    "Asia/Kolkata",
  );
});

test("a click on a switch sends one request, and the page reloads after 1 s", async () => {
  const { user } = await open();
  const sport = await screen.findByRole("switch", { name: "Sport" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await user.click(sport);
  expect(await screen.findByText("Catégorie ajoutée")).toBeVisible();
  expect(gateway.bodies("POST /api/user/categories")).toEqual([{ categoryId: 4 }]);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(reloadPage).toHaveBeenCalledOnce();
});

test("a refused category shows the server's message and does not reload the page", async () => {
  const { user } = await open();
  const culture = await screen.findByRole("switch", { name: "Culture" });
  gateway.fail("user/categories", 403, "CATEGORY_LIMIT_REACHED", "Premium permet 5 catégories.");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await user.click(culture);
  expect(await screen.findByText("Premium permet 5 catégories.")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(reloadPage).not.toHaveBeenCalled();
  expect(culture).not.toBeChecked();
});

test("a connected reader who hides the number sees that WhatsApp is connected", async () => {
  gateway.state.me = { ...camille, phone: null, whatsappConnected: true };
  await visit("/settings", { signedIn: true });
  const card = within(await screen.findByRole("region", { name: "WhatsApp" }));
  expect(card.getByText("WhatsApp relié")).toBeVisible();
  expect(card.getByRole("button", { name: "Recevoir une édition maintenant" })).toBeVisible();
  expect(card.queryByText(/@c\.us/)).toBeNull();
});

test("a number that was not confirmed keeps the code, until the phone replies START", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const automationMessage = "Répondez START.";
  Object.assign(gateway.state, { waitsFor: "start", running: true, automationMessage });
  await visit("/settings", { signedIn: true });
  const card = within(await screen.findByRole("region", { name: "WhatsApp" }));
  expect(await card.findByText(automationMessage)).toBeVisible();
  expect(await card.findByRole("img", { name: /START-/ })).toBeVisible();

  gateway.state.waitsFor = null;
  await act(() => vi.advanceTimersByTimeAsync(3_600_000));
  await waitFor(() => expect(card.queryByText(automationMessage)).toBeNull());
  expect(card.queryByRole("img", { name: /START-/ })).toBeNull();
});

test("a number that WhatsApp does not know can be typed again, while the page is open", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  Object.assign(gateway.state, { waitsFor: "start", running: true });
  await visit("/settings", { signedIn: true });
  const card = within(await screen.findByRole("region", { name: "WhatsApp" }));
  expect(await card.findByRole("textbox", { name: "Changer de numéro" })).toBeVisible();

  const message = "WhatsApp ne parvient pas à joindre ce numéro.";
  const lost = { phone: "+33639981234", at: "2026-11-20T08:00:00.000Z", reason: "unreachable" };
  Object.assign(gateway.state, { waitsFor: null, disconnected: { ...lost, message } });
  gateway.state.me = { ...camille, phone: null, whatsappConnected: false };
  await act(() => vi.advanceTimersByTimeAsync(3_600_000));
  expect(await card.findByText(message)).toBeVisible();
  expect(card.getByText("Non relié")).toBeVisible();
});

test("shows what the server says about a new number", async () => {
  gateway.state.me = { ...camille, whatsappConnected: false };
  gateway.server.use(
    http.post("*/api/user/whatsapp/connect", () =>
      HttpResponse.json({ success: true, message: "Envoyez-nous START." }),
    ),
  );
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Relier WhatsApp" }));
  expect(await screen.findByText("Envoyez-nous START.")).toBeVisible();
});

test("a number that is too short shows the specified error", async () => {
  gateway.state.me = { ...camille, phone: null, whatsappConnected: false };
  const { user } = await open();
  const phone = await screen.findByLabelText("Numéro de téléphone");
  expect(phone).toHaveAttribute("placeholder", expect.stringMatching(/^\+33/));
  await user.type(phone, "06 39");
  await user.click(screen.getByRole("button", { name: "Relier WhatsApp" }));
  expect(await screen.findByText("Numéro de téléphone invalide")).toBeVisible();
});

test("shows a newly connected number and its chat id, which can be copied", async () => {
  gateway.state.me = { ...camille, whatsappConnected: false };
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Relier WhatsApp" }));

  expect(await screen.findByText("33639981234@c.us")).toBeVisible();
  expect(gateway.bodies("POST /api/user/whatsapp/connect")).toEqual([{ phone: "+33639981234" }]);
  await user.click(screen.getByRole("button", { name: "Copier" }));
  expect(await screen.findByText("Copié !")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe("33639981234@c.us");
});

test.each([
  ["refuses to copy", { writeText: () => Promise.reject(new Error("denied")) }],
  ["has no clipboard, as without HTTPS", undefined],
])("shows an error when the browser %s", async (_why, clipboard) => {
  const { user } = await open();
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(clipboard as unknown as Clipboard);
  await user.click(await screen.findByRole("button", { name: "Copier" }));
  expect(await screen.findByText("Rien n’a été copié")).toBeVisible();
});
