import { expect, test, vi } from "vitest";
import type { SourceArticle } from "../store/stories.ts";
import { detectAlerts, type AlertDetection } from "./detect-alerts.ts";
import { RecentStories } from "./recent-stories.ts";

const now = new Date("2026-03-02T08:10:00Z");
const article = (position: number, title: string, summary: string): SourceArticle => ({
  itemId: `item ${position}`,
  language: "fr",
  feedId: `feed ${position}`,
  outlet: `Outlet ${position}`,
  url: `https://n.example/${position}`,
  terms: "licensed",
  title,
  summary,
  publishedAt: new Date(now.getTime() - (10 - position) * 60_000),
});
const fire = [
  article(
    0,
    "Incendie à la raffinerie de Kerlouan : deux blessés graves",
    "Un feu s’est déclaré lundi matin dans la raffinerie de Kerlouan. Deux ouvriers sont gravement brûlés.",
  ),
  article(
    1,
    "Raffinerie de Kerlouan : deux blessés graves dans l’incendie",
    "Des riverains racontent l’incendie de la raffinerie de Kerlouan, peu avant neuf heures.",
  ),
  article(
    2,
    "Deux blessés graves dans l’incendie de la raffinerie de Kerlouan",
    "L’exploitant de la raffinerie de Kerlouan annonce une enquête après l’incendie. Les trains sont arrêtés.",
  ),
  article(
    3,
    "Incendie à Kerlouan : la raffinerie en feu, deux blessés graves",
    "Un panache noir est visible à vingt kilomètres de Kerlouan, où brûle la raffinerie.",
  ),
];

/** Detection when clustering has kept the four reports apart as stories "a" (the first two) and "b". */
async function detected(alertedIds: string[] = []) {
  const known = new RecentStories();
  for (const [position, each] of fire.entries()) {
    known.add(position < 2 ? "a" : "b", each, { category: "politics", countries: ["fr"] });
  }
  const record = vi.fn<AlertDetection["weighed"]["record"]>(() => Promise.resolve(true));
  const heaviest = vi.fn<AlertDetection["weighed"]["heaviest"]>(() => Promise.resolve([]));
  const raise = vi.fn<AlertDetection["alerts"]["raise"]>(() => Promise.resolve(true));
  const detection: AlertDetection = {
    feeds: { owners: () => Promise.resolve(new Map()) },
    alerts: { raise, storiesSince: () => Promise.resolve(alertedIds) },
    weighed: { record, heaviest, since: () => Promise.resolve(null) },
  };
  const raised = await detectAlerts(new Set(["b"]), known, detection, now);
  return { raised, record, heaviest, raise };
}

test("weighs an event once, under its first story, and compares it with other events only", async () => {
  const { raised, record, heaviest, raise } = await detected();
  expect(raised).toBe(1);
  expect(record).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ _id: "a", verdict: "breaking" }),
  );
  expect(heaviest).toHaveBeenCalledWith(expect.any(Date), expect.any(Number), ["a", "b"]);
  expect(raise).toHaveBeenCalledWith(expect.objectContaining({ _id: "a", storyIds: ["a", "b"] }));
});

test("keeps the weight of an event that has an alert when another story joins it", async () => {
  const { raised, record, raise } = await detected(["a"]);
  expect(raised).toBe(0);
  expect(record).not.toHaveBeenCalled();
  expect(raise).not.toHaveBeenCalled();
});
