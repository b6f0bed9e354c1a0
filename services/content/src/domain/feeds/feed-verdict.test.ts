import { expect, test } from "vitest";
import type { Entry } from "./feed-entry.ts";
import { complaints, verdictLine, verdictOn, type FeedVerdict } from "./feed-verdict.ts";
import type { Feed } from "../news.ts";

const now = new Date("2026-11-21T08:00:00Z");
const feed = (id: string, change: Partial<Feed> = {}): Feed => ({
  id,
  url: "https://news.example/rss.xml",
  outlet: "News",
  language: "en",
  country: "international",
  category: "economy",
  terms: "headline",
  ...change,
});
const entry = (date: string): Entry => ({
  entryId: date,
  title: "A title",
  summary: "",
  link: "https://news.example/1",
  sections: [],
  dates: [date],
});
const judge = (...dates: string[]) =>
  verdictOn(feed("news"), dates.map(entry), { movedTo: null, now });

test("finds a feed with recent entries alive, with dates in any order and format", () => {
  const found = judge("Fri, 20 Nov 2026 08:00:00 GMT", "2026-11-21T06:00:00Z", "yesterday");
  expect(found).toMatchObject({ isAlive: true });
  expect(verdictLine(found)).toMatch(/^ok\s+news\s+3 entries, newest 2 h ago, headline$/u);
  expect(judge("yesterday")).toMatchObject({ isAlive: true, found: "1 entries, undated" });
  expect(judge("Sun, 15 Nov 2026 08:00:00 GMT").found).toBe("1 entries, newest 6 days ago");
  expect(judge("2026-11-21T09:00:00Z").found).toBe("1 entries, newest 0 h ago");
});

test("finds a feed dead when it has had no entry for two weeks", () => {
  const left = judge("Sun, 01 Nov 2026 08:00:00 GMT");
  expect(left).toMatchObject({ isAlive: false });
  expect(verdictLine(left)).toContain("stale: nothing for 20 days");
});

test("says what the outlet allows and which public list has the address", () => {
  const line = (confirmed: string | null) =>
    verdictLine(
      verdictOn(feed("news", { terms: "licensed", confirmed }), [entry("21/11/2026 06:00")], {
        movedTo: null,
        now,
      }),
    );
  expect(line("a/list")).toContain("newest 2 h ago, licensed, in a/list");
  expect(line(null)).toContain("licensed, in no public list");
});

test("complains when too many feeds are dead, or a country has no feed in a language", () => {
  const verdict =
    (isAlive: boolean) =>
    (each: Feed): FeedVerdict => ({
      feed: each,
      movedTo: null,
      isAlive,
      found: "",
    });
  const [alive, dead] = [verdict(true), verdict(false)];
  const english = alive(feed("en"));
  const french = alive(feed("fr", { language: "fr" }));
  expect(complaints([english, french])).toEqual([]);
  expect(complaints([english, french, dead(feed("x"))])).toHaveLength(1);
  const many = Array.from({ length: 9 }, () => english);
  expect(complaints([...many, french, dead(feed("x"))])).toEqual([]);
  const swiss = alive(feed("ch", { language: "fr", country: "ch" }));
  const [complaint] = complaints([english, swiss]);
  expect(complaint).toMatch(/^nothing is alive in fr for fr, us,/u);
  expect(complaint).not.toContain("ch,");
});
