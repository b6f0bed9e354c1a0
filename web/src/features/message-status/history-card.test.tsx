import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { edition, preferences } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const open = () => visit("/message-status", { signedIn: true });
const historyCard = () => screen.getByRole("region", { name: "Historique" });
const firstEntry = async () =>
  (
    await within(await screen.findByRole("region", { name: "Historique" })).findAllByRole(
      "listitem",
    )
  )[0]!;
const entries = () => within(historyCard()).queryAllByRole("listitem");

afterEach(() => vi.useRealTimers());

test("an empty history says what comes next", async () => {
  await open();
  expect(await screen.findByText("Aucun message pour l’instant")).toBeVisible();
  expect(screen.getByText(/touchez « Recevoir une édition maintenant »\.$/)).toBeVisible();
});

test("an entry shows time, content, categories, recipient and status", async () => {
  gateway.state.history = [edition];
  await open();
  await screen.findByText("Distribuée");
  const [entry] = entries();
  expect(entry).toHaveTextContent("Matinale du mardi 14 novembre. Le prix du blé recu…");
  expect(entry).toHaveTextContent("Texte");
  expect(entry).toHaveTextContent("3 sujets");
  expect(entry).toHaveTextContent("Économie");
  expect(entry).toHaveTextContent("au +33639981234");
  // The timestamp is in seconds.
  expect(within(entry!).getByText("23:13")).toHaveAttribute("datetime", "2023-11-14T22:13:20.000Z");
  expect(screen.getByRole("heading", { name: "mardi 14 novembre 2023" })).toBeVisible();
});

test("an alert is shown as such", async () => {
  gateway.state.history = [
    {
      ...edition,
      kind: "alert",
      content: "*Alerte info\u00A0: Un train déraille à Valmont*\nDeux morts.\n\n_La Une_",
    },
  ];
  await open();
  const entry = within(screen.getByRole("main"));
  expect(await entry.findByText("Alerte info")).toBeVisible();
  expect(entry.getByText(/Un train déraille à Valmont/)).toBeVisible();
});

test("an older entry shows its date and time unchanged", async () => {
  const { timestamp: _none, ...older } = edition;
  gateway.state.history = [{ ...older, date: "14/11/2023", time: "23:13" }];
  await open();
  expect(await screen.findByText("23:13")).toBeVisible();
  expect(screen.getByText("14/11/2023", { exact: false })).toBeVisible();
});

/** Seconds since 1970. */
const seconds = (instant: string) => Date.parse(instant) / 1000;
const headings = () =>
  within(historyCard())
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);

test("groups the entries by day, in the time zone of the account", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-21T20:00:00Z"), toFake: ["Date"] });
  gateway.state.preferences = { ...preferences, timezone: "Asia/Tokyo" };
  gateway.state.history = [
    { ...edition, id: "3", timestamp: seconds("2026-11-21T15:30:00Z") },
    { ...edition, id: "2", timestamp: seconds("2026-11-21T14:59:00Z") },
    { ...edition, id: "1", timestamp: seconds("2026-11-20T15:00:00Z") },
  ];
  await open();
  await firstEntry();
  expect(headings()).toEqual(["aujourd’hui", "hier"]);
  const times = entries().map((entry) => entry.querySelector("time")?.textContent);
  expect(times).toEqual(["00:30", "23:59", "00:00"]);
  expect(
    screen.getByText(/^Heures affichées dans le fuseau de votre compte\s: Asia\/Tokyo\.$/),
  ).toBeVisible();
});

test("a refresh after midnight names the days again", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-21T20:00:00Z"), toFake: ["Date"] });
  gateway.state.history = [{ ...edition, id: "1", timestamp: seconds("2026-11-21T07:30:00Z") }];
  const { user } = await open();
  await firstEntry();
  expect(headings()).toEqual(["aujourd’hui"]);
  vi.setSystemTime(new Date("2026-11-22T08:00:00Z"));
  const next = { ...edition, id: "2", timestamp: seconds("2026-11-22T07:30:00Z") };
  gateway.state.history = [next, ...gateway.state.history];
  await user.click(screen.getByRole("button", { name: "Actualiser" }));
  await waitFor(() => expect(headings()).toEqual(["aujourd’hui", "hier"]));
});

test("does not name the time zone when the browser has the same one", async () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  gateway.state.preferences = { ...preferences, timezone: timeZone };
  gateway.state.history = [edition];
  await open();
  await firstEntry();
  expect(screen.queryByText(/^Heures affichées/)).toBeNull();
});

test("shows the times of the browser when the time zone of the account fails to load", async () => {
  gateway.fail("user/preferences", 503, "SERVICE_UNAVAILABLE", "Plus tard.");
  gateway.state.history = [edition];
  await open();
  await firstEntry();
  expect(screen.queryByText(/^Heures affichées/)).toBeNull();
});

test.each([
  [true, "à la demande"],
  [false, "programmée"],
])("an entry says how it came to be: manual %s is « %s »", async (manual, words) => {
  gateway.state.history = [{ ...edition, manual }];
  await open();
  expect(within(await firstEntry()).getByText(words)).toBeVisible();
});

test.each([
  ["sent", "Envoyée", "ok"],
  ["success", "Envoyée", "ok"],
  ["delivered", "Distribuée", "info"],
  ["read", "Lue", "read"],
  ["played", "Lue, écoutée", "read"],
  ["error", "Erreur", "error"],
  ["failed", "Échec", "error"],
  ["pending", "En attente", "warn"],
  ["lost in space", "Inconnue", "neutral"],
])("%s is shown as « %s » in the colour %s", async (status, label, tone) => {
  gateway.state.history = [{ ...edition, status }];
  await open();
  const badge = await within(await firstEntry()).findByText(label);
  expect(badge.closest("[data-tone]")).toHaveAttribute("data-tone", tone);
});

test("a digest that was read and played shows both", async () => {
  gateway.state.history = [{ ...edition, status: "read", played: true }];
  await open();
  expect(await screen.findByText("Lue, écoutée")).toBeVisible();
});

test("a digest whose voice note was played before the text was read shows its status and « écoutée »", async () => {
  gateway.state.history = [{ ...edition, status: "delivered", played: true }];
  await open();
  expect(await screen.findByText("Distribuée")).toBeVisible();
  expect(screen.getByText("écoutée")).toBeVisible();
});

test("a failed entry shows the reason", async () => {
  gateway.state.history = [{ ...edition, status: "failed", errorMessage: "issue inconnue" }];
  await open();
  expect(await screen.findByText("issue inconnue")).toBeVisible();
});

test("an entry that was sent without its voice note shows the reason", async () => {
  const errorMessage = "La note vocale n’a pas pu être enregistrée.";
  gateway.state.history = [{ ...edition, status: "sent", type: "text", errorMessage }];
  await open();
  expect(await screen.findByText(errorMessage)).toBeVisible();
  expect(screen.getByText("Envoyée")).toBeVisible();
});

test("loads the reasons again after a change of language", async () => {
  const failed = { ...edition, status: "failed" };
  gateway.state.history = [{ ...failed, errorMessage: "issue inconnue" }];
  const { user } = await open();
  await screen.findByText("issue inconnue");
  gateway.state.history = [{ ...failed, errorMessage: "unknown outcome" }];
  await user.click(screen.getByRole("switch"));
  expect(await screen.findByText("unknown outcome")).toBeVisible();
  expect(screen.queryByText("issue inconnue")).toBeNull();
});

test("a history that fails to load again is cleared, with an error", async () => {
  gateway.state.history = [edition];
  const { user } = await open();
  await screen.findByText("Distribuée");
  gateway.fail("message-history", 503, "SERVICE_UNAVAILABLE", "L’historique est en pause.");
  await user.click(screen.getByRole("button", { name: "Actualiser" }));
  expect(await screen.findByText("L’historique est en pause.")).toBeVisible();
  expect(entries()).toEqual([]);
});

test("the error of an earlier visit is not shown again", async () => {
  gateway.fail("message-history", 503, "SERVICE_UNAVAILABLE", "L’historique est en pause.");
  const { user, store } = await visit("/message-status", { signedIn: true, next: "/settings" });
  await screen.findByText("L’historique est en pause.");
  await user.click(screen.getByRole("button", { name: /Menu du compte$/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Réglages" }));
  await screen.findByRole("heading", { name: "Réglages" });
  const before = store.getState().toasts.current?.id;
  const respond = gateway.hold("message-history");
  await user.click(screen.getByRole("button", { name: /Menu du compte$/ }));
  await user.click(await screen.findByRole("menuitem", { name: "État des messages" }));
  await screen.findByRole("region", { name: "Historique" });
  respond({ success: true, history: [] });
  expect(await screen.findByText("Aucun message pour l’instant")).toBeVisible();
  expect(store.getState().toasts.current?.id).toBe(before);
});

test("the details of a delivery show the receipts of each message, or its error", async () => {
  const part = { sentAt: null, deliveredAt: null, readAt: null, playedAt: null };
  gateway.state.history = [
    {
      id: "delivery-1",
      timestamp: 1_700_000_000,
      status: "failed",
      parts: [
        {
          ...part,
          id: "text-1",
          type: "text",
          status: "read",
          sentAt: "2026-11-21T07:30:00Z",
          readAt: "2026-11-21T07:31:00Z",
          errorMessage: null,
        },
        { ...part, id: "audio-1", type: "audio", status: "failed", errorMessage: "Trop lourd." },
        { ...part, id: "template", type: "template", status: "sent", errorMessage: null },
      ],
    },
  ];
  const { user } = await visit("/message-status", { signedIn: true });
  await user.click(await screen.findByText("Détail des messages"));
  expect(screen.getByText(/Envoi à 08:30 · Lecture à 08:31/)).toBeVisible();
  expect(screen.getByText("Trop lourd.")).toBeVisible();
  expect(screen.getByText("Annonce")).toBeVisible();
});

test("a receipt of another day than the first one shows its day, in the time zone of the account", async () => {
  vi.useFakeTimers({ now: new Date("2026-12-10T20:00:00Z"), toFake: ["Date"] });
  const part = { deliveredAt: null, playedAt: null, errorMessage: null };
  gateway.state.history = [
    {
      id: "delivery-1",
      timestamp: seconds("2026-11-30T07:30:00Z"),
      status: "read",
      parts: [
        {
          ...part,
          id: "text-1",
          type: "text",
          status: "read",
          sentAt: "2026-11-30T07:30:00Z",
          // Still the 30th of November in UTC.
          deliveredAt: "2026-11-30T23:15:00Z",
          readAt: "2026-12-01T06:45:00Z",
        },
      ],
    },
  ];
  const { user } = await open();
  await user.click(await screen.findByText("Détail des messages"));
  expect(
    screen.getByText(
      /Envoi à 08:30 · Distribution mardi 1er décembre à 00:15 · Lecture mardi 1er décembre à 07:45/,
    ),
  ).toBeVisible();
});
