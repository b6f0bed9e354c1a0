import { expect, test } from "vitest";
import { edition, findPublished } from "./edition.ts";
import { feeds } from "./outlets.ts";

const HOUR = 3_600_000;
const now = Date.UTC(2026, 10, 21, 8, 30);

test("each language has two outlets, each with six categories of at least 12 stories", () => {
  const counts = new Map<string, number>();
  for (const feed of feeds) {
    counts.set(feed.language, (counts.get(feed.language) ?? 0) + 1);
    expect(feed.stories.length).toBeGreaterThanOrEqual(12);
  }
  expect(Object.fromEntries(counts)).toEqual({ fr: 12, en: 12 });
});

test("every story is published within the last 40 hours, newest first", () => {
  for (const feed of feeds) {
    const dates = edition(feed, now).map(({ at }) => at);
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
    expect(Math.max(...dates)).toBeLessThanOrEqual(now);
    expect(Math.min(...dates)).toBeGreaterThan(now - 40 * HOUR);
  }
});

test("at every hour, each category has at least six events in the last 24 hours", () => {
  const leading = feeds.filter(({ format }) => format === "rss");
  for (let hour = 0; hour < 48; hour += 1) {
    for (const feed of leading) {
      const at = now + hour * HOUR;
      const fresh = edition(feed, at).filter((story) => story.at > at - 24 * HOUR);
      expect(fresh.length).toBeGreaterThanOrEqual(6);
    }
  }
});

test("each change of a feed adds one story and drops the oldest", () => {
  for (const feed of feeds) {
    const before = edition(feed, now);
    const next = Math.min(...before.map(({ at }) => at)) + 40 * HOUR;
    expect(edition(feed, next - 1)).toEqual(before);
    const after = edition(feed, next);
    expect(after.slice(1)).toEqual(before.slice(0, -1));
    expect(after[0]).toMatchObject({ id: before.at(-1)?.id, at: next });
    expect(after[0]?.guid).not.toBe(before.at(-1)?.guid);
  }
});

test("the second outlet publishes the same event within an hour and a half", () => {
  const dates = new Map(
    feeds.flatMap((feed) => edition(feed, now)).map((story) => [story.id, story.at]),
  );
  const repeated = feeds
    .flatMap((feed) => edition(feed, now))
    .filter(({ sameEventAs }) => sameEventAs !== undefined);
  expect(repeated.length).toBeGreaterThan(60);
  for (const story of repeated) {
    const lag =
      (story.at - (dates.get(story.sameEventAs!) ?? Number.NaN) + 40 * HOUR) % (40 * HOUR);
    expect(lag).toBeLessThanOrEqual(1.5 * HOUR);
  }
});

test("every story has a unique id, at least two sentences and typographic quotes", () => {
  const stories = feeds.flatMap((feed) => feed.stories.map((story) => ({ feed, story })));
  expect(new Set(stories.map(({ story }) => story.id)).size).toBe(stories.length);
  for (const { feed, story } of stories) {
    const words = `${story.title} ${story.text}`;
    expect(words).not.toMatch(/['"]/);
    expect(story.text.match(/[.!?](\s|$)/g)?.length).toBeGreaterThanOrEqual(2);
    const french = feed.language === "fr" ? words : "";
    expect(french).not.toMatch(/[^\u202f\u00a0][;!?»]|[^\u00a0]:|«[^\u00a0]/);
  }
});

test("finds a story by guid, also from an earlier day, but not one from the future", () => {
  const [feed] = feeds;
  const [story] = edition(feed!, now);
  expect(findPublished(story!.guid, now)).toEqual({ feed, story });
  const cycle = Number(/\d+$/.exec(story!.guid)?.[0]);
  const guid = (number: number) => `${story!.id}-${number}`;
  expect(findPublished(guid(cycle - 2), now)?.story.at).toBe(story!.at - 80 * HOUR);
  expect(findPublished(guid(cycle + 1), now)).toBeUndefined();
  expect(findPublished("nothing", now)).toBeUndefined();
});
