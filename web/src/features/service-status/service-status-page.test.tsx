import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { serviceStatus } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const answer = (changes: object) =>
  gateway.server.use(
    http.get("*/api/status", () => HttpResponse.json({ ...serviceStatus, ...changes })),
  );

const noEditions = { last24Hours: null, last90Days: null };
const ongoing = {
  startedAt: "2026-11-20T12:00:00Z",
  endedAt: null,
  textFr: "Envois lents.",
  textEn: "Slow sending.",
};

test("shows the state and the shares, rounded down", async () => {
  await visit("/status", { language: "en" });
  expect(await screen.findByText("Everything works")).toBeVisible();
  expect(screen.getByText("No significant delays in the last hour.")).toBeVisible();
  expect(screen.getByText("99.99%")).toBeVisible();
  expect(screen.getByText("98.75%")).toBeVisible();
  expect(screen.getByText("No incidents reported.")).toBeVisible();
});

test.each([
  ["fr", "Aucune édition récente", /nous ne pouvons donc pas dire/, "Aucune édition"],
  ["en", "No recent editions", /so we cannot say/, "No editions"],
] as const)("claims nothing without editions (%s)", async (language, state, text, none) => {
  answer({ onTime: noEditions });
  await visit("/status", { language });
  expect(await screen.findByText(state)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getAllByText(none)).toHaveLength(2);
  expect(screen.queryByText(/Tout fonctionne|Everything works/)).toBeNull();
});

test("an incident of the owner’s file that lasts replaces the state, unless sending is suspended", async () => {
  answer({ incidents: [ongoing] });
  await visit("/status");
  expect(await screen.findByText("Incident en cours")).toBeVisible();
  expect(screen.getByText("20 novembre 2026, en cours")).toBeVisible();
  expect(screen.getByText("Envois lents.")).toBeVisible();
});

test("suspended sending is shown before anything else", async () => {
  answer({ state: "stopped", onTime: noEditions, incidents: [ongoing] });
  await visit("/status");
  expect(await screen.findByText("Les envois sont suspendus")).toBeVisible();
});

test("says when the status is not available, and tries again", async () => {
  gateway.fail("status", 503, "SERVICE_UNAVAILABLE", "Later.");
  const { user } = await visit("/status");
  expect(await screen.findByText(/L’état du service n’est pas disponible/)).toBeVisible();
  answer({});
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("Tout fonctionne")).toBeVisible();
});
