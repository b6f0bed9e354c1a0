import { expect, test } from "vitest";
import { itemsOf, type Entry } from "./feed-entry.ts";
import type { Feed } from "../news.ts";

const now = new Date("2026-11-21T08:00:00Z");
const feed: Feed = {
  id: "feed",
  url: "https://news.example/rss.xml",
  outlet: "News",
  language: "en",
  country: "gb",
  category: "economy",
};
const entry = (change: Partial<Entry> = {}): Entry => ({
  entryId: "1",
  title: "A title",
  summary: "A summary.",
  sections: [],
  link: "https://news.example/1?utm_source=rss",
  published: "Sat, 21 Nov 2026 07:00:00 GMT",
  ...change,
});

test("makes an item with a stable id from an entry", () => {
  const [item] = itemsOf(feed, [entry()], now);
  expect(item).toMatchObject({
    outlet: "News",
    country: "gb",
    url: "https://news.example/1",
    publishedAt: new Date("2026-11-21T07:00:00Z"),
  });
  expect(itemsOf(feed, [entry({ title: "Another title" })], now)[0]?.id).toBe(item?.id);
  expect(itemsOf({ ...feed, id: "other" }, [entry()], now)[0]?.id).not.toBe(item?.id);
});

test("drops entries without a title or an http link, and old entries", () => {
  const useless = [
    entry({ title: "" }),
    entry({ link: "javascript:alert(1)" }),
    entry({ published: "Wed, 18 Nov 2026 07:00:00 GMT" }),
  ];
  expect(itemsOf(feed, useless, now)).toEqual([]);
});

test("uses the current time when a date is missing, unreadable or in the future", () => {
  const dates = ["", "yesterday", "Sun, 22 Nov 2026 07:00:00 GMT"];
  for (const published of dates) {
    expect(itemsOf(feed, [entry({ published })], now)[0]?.publishedAt).toEqual(now);
  }
});

test("takes the category of a mixed feed's entry from its section", () => {
  const mixed = { ...feed, category: "politics", mixed: true } as const;
  const entries = [
    entry({ entryId: "1", link: "https://n.example/1", sections: ["Football"] }),
    entry({ entryId: "2", link: "https://n.example/economie/2" }),
    entry({ entryId: "3", link: "https://n.example/3" }),
  ];
  expect(itemsOf(mixed, entries, now).map(({ category }) => category)).toEqual([
    "sports",
    "economy",
    "politics",
  ]);
  expect(new Set(itemsOf(feed, entries, now).map(({ category }) => category))).toEqual(
    new Set([feed.category]),
  );
});

const idsOf = (...entries: Entry[]) => itemsOf(feed, entries, now).map(({ id }) => id);
const live = "https://news.example/live";

test("makes two items of links that differ only by their fragment", () => {
  const items = itemsOf(
    feed,
    ["a", "b"].map((part) => entry({ entryId: "", link: `${live}#${part}` })),
    now,
  );
  expect(items.map(({ url }) => url)).toEqual([`${live}#a`, `${live}#b`]);
  expect(new Set(items.map(({ id }) => id)).size).toBe(2);
});

test("makes two items of two entries without an id that share a link", () => {
  const first = entry({ entryId: "", link: live, title: "The bridge opens" });
  const second = entry({ entryId: "", link: live, title: "The mayor resigns" });
  expect(new Set(idsOf(first, second)).size).toBe(2);
  expect(idsOf(second)).toEqual([idsOf(first, second)[1]]);
});

test("ignores an id that a feed gives to several entries", () => {
  const same = [entry({ title: "The bridge opens" }), entry({ title: "The mayor resigns" })];
  expect(new Set(idsOf(...same)).size).toBe(2);
  expect(idsOf(entry(), entry())).toEqual(idsOf(entry()));
});
