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

test("shows the state and the shares, rounded down", async () => {
  await visit("/status", { language: "en" });
  expect(await screen.findByText("Everything works")).toBeVisible();
  expect(screen.getByText("99.99%")).toBeVisible();
  expect(screen.getByText("98.75%")).toBeVisible();
  expect(screen.getByText("No incident reported.")).toBeVisible();
});

test("shows no figure without editions, and the incidents of the owner’s file", async () => {
  answer({
    state: "stopped",
    onTime: { last24Hours: null, last90Days: null },
    incidents: [
      {
        startedAt: "2026-11-20T06:00:00Z",
        endedAt: null,
        textFr: "Envois lents.",
        textEn: "Slow sending.",
      },
    ],
  });
  await visit("/status");
  expect(await screen.findByText("Les envois sont suspendus")).toBeVisible();
  expect(screen.getAllByText("Aucune édition")).toHaveLength(2);
  expect(screen.getByText("20 novembre 2026, en cours")).toBeVisible();
  expect(screen.getByText("Envois lents.")).toBeVisible();
});

test("says when the status does not answer, and tries again", async () => {
  gateway.fail("status", 503, "SERVICE_UNAVAILABLE", "Later.");
  const { user } = await visit("/status");
  expect(await screen.findByText(/L’état du service ne répond pas/)).toBeVisible();
  answer({});
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("Tout fonctionne")).toBeVisible();
});
