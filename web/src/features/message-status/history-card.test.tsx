import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { edition } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const open = () => visit("/message-status", { signedIn: true });
const historyCard = () => screen.getByRole("region", { name: "Historique" });
const entries = () => within(historyCard()).queryAllByRole("listitem");

test("an empty history says what comes next", async () => {
  await open();
  expect(await screen.findByText("Aucun message pour l’instant")).toBeVisible();
});

test("an entry shows time, content, categories, recipient and status", async () => {
  gateway.state.history = [edition];
  await open();
  await screen.findByText("Distribuée");
  const [entry] = entries();
  expect(entry).toHaveTextContent("Matinale du mardi 14 novembre. Le prix du blé recu…");
  expect(entry).toHaveTextContent("Texte");
  expect(entry).toHaveTextContent("3 articles");
  expect(entry).toHaveTextContent("Économie");
  expect(entry).toHaveTextContent("au +33639981234");
  // The timestamp is in seconds.
  expect(within(entry!).getByText(/14 nov. 2023/)).toHaveAttribute(
    "datetime",
    "2023-11-14T22:13:20.000Z",
  );
});

test("an older entry shows its date and time unchanged", async () => {
  const { timestamp: _none, ...older } = edition;
  gateway.state.history = [{ ...older, date: "14/11/2023", time: "23:13" }];
  await open();
  expect(await screen.findByText("23:13")).toBeVisible();
  expect(screen.getByText("14/11/2023", { exact: false })).toBeVisible();
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
  const badge = await within(await screen.findByRole("listitem")).findByText(label);
  expect(badge).toHaveAttribute("data-tone", tone);
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
          sentAt: "2026-11-21T08:30:00",
          readAt: "2026-11-21T08:31:00",
          errorMessage: null,
        },
        { ...part, id: "audio-1", type: "audio", status: "failed", errorMessage: "Trop lourd." },
      ],
    },
  ];
  const { user } = await visit("/message-status", { signedIn: true });
  await user.click(await screen.findByText("Détail des messages"));
  expect(screen.getByText(/Envoi à 08:30 · Lecture à 08:31/)).toBeVisible();
  expect(screen.getByText("Trop lourd.")).toBeVisible();
});
