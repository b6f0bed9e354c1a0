import { expect, test } from "vitest";
import { newsOf, type Entry } from "./feed-entry.ts";
import type { Feed } from "../news.ts";

const now = new Date("2026-11-21T08:00:00Z");
const feed: Feed = {
  id: "feed",
  url: "https://news.example/rss.xml",
  outlet: "News",
  language: "en",
  country: "gb",
  category: "economy",
  terms: "licensed",
};
const entry = (change: Partial<Entry> = {}): Entry => ({
  entryId: "1",
  title: "A title",
  summary: "A summary.",
  sections: [],
  link: "https://news.example/1?utm_source=rss",
  dates: ["Sat, 21 Nov 2026 07:00:00 GMT"],
  ...change,
});

const itemsOf = (
  of: Feed,
  entries: readonly Entry[],
  at: Date,
  undatedBefore: ReadonlySet<string> | null = null,
) => newsOf(of, entries, at, undatedBefore).items;

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

test("drops entries without a title or an http link, old entries, and those in another language", () => {
  const useless = [
    entry({ title: "" }),
    entry({ link: "javascript:alert(1)" }),
    entry({ dates: ["Wed, 18 Nov 2026 07:00:00 GMT"] }),
    entry({ title: "Un séisme dans les Alpes", summary: "La terre a tremblé dans la nuit." }),
  ];
  expect(itemsOf(feed, useless, now)).toEqual([]);
});

test.each([
  "https://news.example/commentisfree/2026/nov/21/a-country-on-its-knees",
  "/opinion/a-country-on-its-knees?utm_source=rss",
  "https://news.example/sponsored/warm-winter",
])("drops an entry that its outlet files as opinion or advertisement: %s", (link) => {
  expect(itemsOf(feed, [entry({ link })], now)).toEqual([]);
});

const undated = ["", "yesterday", "Sun, 22 Nov 2026 07:00:00 GMT"];

test.each(undated)("never takes an entry with the date %j for news at the first poll", (date) => {
  expect(itemsOf(feed, [entry({ dates: [date] })], now)).toEqual([]);
});

test.each(undated)("takes an entry with the date %j for news when it is new", (date) => {
  const old = entry({ dates: [date] });
  const fresh = entry({ entryId: "2", link: "https://news.example/2", dates: [date] });
  const before = new Set(newsOf(feed, [old], now, null).undated);
  const items = itemsOf(feed, [fresh, old], now, before);
  expect(items.map(({ url, publishedAt }) => [url, publishedAt])).toEqual([[fresh.link, now]]);
  const after = new Set(newsOf(feed, [fresh, old, entry()], now, before).undated);
  expect(after.size).toBe(2);
  expect(itemsOf(feed, [fresh, old], now, after)).toEqual([]);
});

test("reads dates as the country of the feed writes them", () => {
  const day = entry({ dates: ["20/11/2026 10:00"] });
  expect(itemsOf(feed, [day], now)[0]?.publishedAt).toEqual(new Date("2026-11-20T10:00:00Z"));
  const australian = entry({ dates: ["21 Nov 2026 15:00 WST", "21 Nov 2026 07:30 GMT"] });
  const [there] = itemsOf({ ...feed, country: "au" }, [australian], now);
  expect(there?.publishedAt).toEqual(new Date("2026-11-21T07:00:00Z"));
});

test("reads the first date that is one", () => {
  const dates = ["Wed, 30 Nov -0001 00:00:00 +0000", "2026-11-21", "2026-11-20"];
  const [item] = itemsOf(feed, [entry({ dates })], now);
  expect(item?.publishedAt).toEqual(new Date("2026-11-21T00:00:00Z"));
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
});

test("ignores an id that a feed gives to several entries", () => {
  const same = [entry({ title: "The bridge opens" }), entry({ title: "The mayor resigns" })];
  expect(new Set(idsOf(...same)).size).toBe(2);
  expect(idsOf(entry(), entry())).toEqual(idsOf(entry()));
});

const urlsOf = (...entries: Entry[]) => itemsOf(feed, entries, now).map(({ url }) => url);

test("gives no address to an entry without a link, and tells such entries apart", () => {
  const first = entry({ link: "", entryId: "a" });
  const second = entry({ link: "", entryId: "b" });
  expect(urlsOf(first, second)).toEqual(["", ""]);
  expect(new Set(idsOf(first, second)).size).toBe(2);
  const withoutId = [
    entry({ link: "", entryId: "", title: "The bridge opens" }),
    entry({ link: "", entryId: "", title: "The mayor resigns" }),
    entry({
      link: "",
      entryId: "",
      title: "The mayor resigns",
      dates: ["Sat, 21 Nov 2026 06:00:00 GMT"],
    }),
  ];
  expect(new Set(idsOf(...withoutId)).size).toBe(3);
  expect(idsOf(...withoutId)).toEqual(withoutId.flatMap((each) => idsOf(each)));
});

test.each([
  feed.url,
  "http://news.example/rss.xml",
  `${feed.url}#7`,
  `${feed.url}?utm_source=x`,
  "#7",
  ".",
])("never gives the address of the feed to an entry: %s", (link) => {
  const own = link === "." ? { ...feed, url: "https://news.example/rss/" } : feed;
  expect(itemsOf(own, [entry({ link })], now).map(({ url }) => url)).toEqual([""]);
});

test("gives no address to entries that share a link, and keeps fragments that tell them apart", () => {
  const titles = ["The bridge opens", "The mayor resigns"];
  const shared = titles.map((title, n) => entry({ entryId: `${n}`, link: live, title }));
  expect(urlsOf(...shared)).toEqual(["", ""]);
  const apart = shared.map((each, n) => ({ ...each, link: `${live}#post-${n}` }));
  expect(urlsOf(...apart)).toEqual([`${live}#post-0`, `${live}#post-1`]);
  // the same article twice in a feed
  expect(urlsOf(shared[0]!, { ...shared[0]!, entryId: "again" })).toEqual([live, live]);
});

test.each(["cid", "partner", "feature", "rss"])(
  "removes the parameter %s from links unless it tells the articles of a feed apart",
  (name) => {
    const titles = ["The bridge opens", "The mayor resigns", "A ferry sinks"];
    const entries = (linkOf: (n: number) => string) =>
      titles.map((title, n) => entry({ entryId: "", title, link: linkOf(n) }));
    const article = "https://news.example/article.php";
    const apart = entries((n) => `${article}?${name}=${n}&utm_source=rss`);
    expect(urlsOf(...apart)).toEqual([0, 1, 2].map((n) => `${article}?${name}=${n}`));
    const tracked = entries((n) => `https://news.example/${n}?${name}=rss`);
    expect(urlsOf(...tracked)).toEqual([0, 1, 2].map((n) => `https://news.example/${n}`));
    // an edit of the title, and the rest of the feed, do not change the id
    const edited = { ...apart[0]!, title: "The bridge opens after three years" };
    expect(idsOf(edited)).toEqual(idsOf(...apart).slice(0, 1));
  },
);

test("keeps the id of an entry without one when its title is edited between two polls", () => {
  const other = entry({ entryId: "", link: "https://news.example/2", title: "The mayor resigns" });
  const first = entry({ entryId: "", title: "Bridge opens" });
  const edited = { ...first, title: "The bridge opens after three years" };
  expect(idsOf(edited, other)).toEqual(idsOf(first, other));
});

test("takes the edits of an article for one entry when its outlet numbers them", () => {
  const article = "https://news.example/articles/c62nen4n971o";
  const edit = (number: number, title: string) =>
    entry({ entryId: `${article}#${number}`, link: `${article}?at_medium=RSS`, title });
  const first = edit(0, "The bridge opens");
  const second = edit(3, "The bridge opens after three years");
  expect(idsOf(second)).toEqual(idsOf(first));
  const items = itemsOf(feed, [second, first], now);
  expect(items).toMatchObject([{ title: second.title, url: article }]);
  const posts = [first, second].map((each) => ({ ...each, link: each.entryId }));
  expect(new Set(idsOf(...posts)).size).toBe(2);
  const links = ["1", "2"].map((n) => ({ ...first, entryId: `${feed.url}#${n}`, link: `/${n}` }));
  expect(new Set(idsOf(...links)).size).toBe(2);
});

test("gives each title on a shared link an id of its own, which stays the same in the next poll", () => {
  const [first, second, third] = ["The bridge opens", "The mayor resigns", "A ferry sinks"].map(
    (title) => entry({ entryId: "", link: live, title }),
  );
  const before = idsOf(first!, second!);
  const after = idsOf(second!, third!);
  expect(after[0]).toBe(before[1]);
  expect(before).not.toContain(after[1]);
});
