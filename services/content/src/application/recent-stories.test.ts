import { expect, test } from "vitest";
import type { SourceArticle, StoryStore } from "../store/stories.ts";
import { RecentStories } from "./recent-stories.ts";

const start = Date.parse("2026-03-02T08:00:00Z");
const minutes = (count: number) => new Date(start + count * 60_000);
const article: SourceArticle = {
  itemId: "item",
  feedId: "feed",
  language: "fr",
  outlet: "Le Journal",
  url: "",
  terms: "licensed",
  title: "Incendie à la raffinerie de Kerlouan",
  summary: "",
  publishedAt: minutes(0),
};
const stored = { _id: "fire", category: "politics", countries: ["fr"] } as const;

test("reads all recent stories every hour, and between only those that changed", async () => {
  const known = new RecentStories();
  const read: Date[] = [];
  const recent: StoryStore["recent"] = (since) => {
    read.push(since);
    return Promise.resolve([{ ...stored, countries: ["fr"], sources: [article] }]);
  };
  for (const at of [0, 1, 30, 62]) await known.refresh({ recent }, minutes(at));
  const hours = (count: number) => count * 60;
  expect(read).toEqual([-hours(48), -10, -9, 62 - hours(48)].map(minutes));
  expect(known.among(["fire"])).toMatchObject([{ id: "fire", articles: [article] }]);
});

test("forgets the articles of a failed round", async () => {
  const known = new RecentStories();
  const nothing = { recent: async () => [] };
  await known.refresh(nothing, minutes(0));
  known.add("fire", article, stored);
  known.invalidate();
  await known.refresh(nothing, minutes(1));
  expect(known.among(["fire"])).toEqual([]);
});

test("after a crash and a repeated round, each article is there once", () => {
  const known = new RecentStories();
  for (const _ of [1, 2]) known.add("fire", article, stored);
  expect(known.among(["fire"])).toMatchObject([{ articles: [article] }]);
});
