import { parseFeed } from "feedsmith";
import { beforeAll, expect, test } from "vitest";
import type { Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";

interface Entry {
  id: string;
  url: string;
  outlet: string;
  language: string;
  country: string;
  category: string;
}

let simulator: Running;
let catalogue: Entry[];
simulatorForTests((started) => (simulator = started));
beforeAll(async () => {
  catalogue = (await simulator.call<Entry[]>("GET", "/feeds/catalogue.json")).body;
});

/** Titles, links, ids and dates of RSS and Atom feeds. */
async function readFeed(url: string) {
  const { format, feed } = parseFeed(await (await fetch(url)).text());
  if (format === "rss") {
    return (feed.items ?? []).map((item) => ({
      title: item.title,
      text: item.description,
      link: item.link,
      id: item.guid?.value,
      at: Date.parse(item.pubDate ?? ""),
    }));
  }
  if (format !== "atom") throw new Error(`An unexpected ${format} feed.`);
  return (feed.entries ?? []).map((entry) => ({
    title: entry.title,
    text: entry.summary,
    link: entry.links?.[0]?.href,
    id: entry.id,
    at: Date.parse(entry.published ?? ""),
  }));
}

test("the catalogue covers both languages and all categories and marks samples", () => {
  const covered = new Set(catalogue.map(({ language, category }) => `${language} ${category}`));
  expect(covered.size).toBe(12);
  for (const { outlet, url, language, country } of catalogue) {
    expect(outlet).toMatch(language === "fr" ? /\(exemple\)$/ : /\(sample\)$/);
    expect(url).toMatch(`${simulator.url}/feeds/`);
    expect(["fr", "gb", "international"]).toContain(country);
  }
});

test("every feed is valid and has at least 12 dated stories with pages", async () => {
  for (const { url } of catalogue) {
    const items = await readFeed(url);
    expect(items.length).toBeGreaterThanOrEqual(12);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    for (const { title, text, link, at } of items) {
      expect(title).toBeTruthy();
      expect(text).toBeTruthy();
      expect(link).toMatch(`${simulator.url}/stories/`);
      expect(at).toBeLessThanOrEqual(simulator.clock.now);
      expect(at).toBeGreaterThan(simulator.clock.now - 40 * 3_600_000);
    }
    const page = await fetch(items[0]!.link!);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/Article d’exemple|Sample article/);
  }
});

test("answers with a web page for broken feeds only", async () => {
  const [broken, other] = catalogue;
  await simulator.call("PUT", "/sim/faults", { brokenFeeds: [broken!.id] });
  const typeOf = async (entry: Entry) => (await fetch(entry.url)).headers.get("content-type");
  expect(await typeOf(broken!)).toContain("text/html");
  expect(await typeOf(other!)).toContain("xml");
  await simulator.call("PUT", "/sim/faults", {});
  expect(await typeOf(broken!)).toContain("xml");
});

test("the catalogue has RSS and Atom feeds", () => {
  const types = new Set(
    catalogue.map(({ id }) => (/^(gazette|harbour)/.test(id) ? "rss" : "atom")),
  );
  expect(types.size).toBe(2);
});

test("returns 304 for an unchanged feed, by ETag or by date", async () => {
  const { url, id } = catalogue[0]!;
  const first = await fetch(url);
  const etag = first.headers.get("etag") ?? "";
  const modified = first.headers.get("last-modified") ?? "";
  expect(first.status).toBe(200);
  expect(Date.parse(modified)).toBeLessThanOrEqual(simulator.clock.now);
  for (const headers of [
    { "if-none-match": etag },
    { "if-none-match": `"other", W/${etag}` },
    { "if-modified-since": modified },
  ]) {
    const again = await fetch(url, { headers });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  }
  expect((await fetch(url, { headers: { "if-none-match": '"other"' } })).status).toBe(200);

  expect((await simulator.log()).map(({ status }) => status)).toEqual([200, 304, 304, 304, 200]);
  expect((await simulator.log())[0]).toMatchObject({ kind: "feed", type: id, accepted: true });
});

test("a day later the feed, its ETag and its date have changed", async () => {
  const { url } = catalogue[0]!;
  const { headers } = await fetch(url);
  simulator.clock.now += 24 * 3_600_000;
  const later = await fetch(url, {
    headers: {
      "if-none-match": headers.get("etag")!,
      "if-modified-since": headers.get("last-modified")!,
    },
  });
  expect(later.status).toBe(200);
  expect(later.headers.get("last-modified")).not.toBe(headers.get("last-modified"));
});

test("returns 404 for unknown feeds and stories", async () => {
  for (const path of ["/feeds/nothing.xml", "/stories/nothing-1", "/nothing"]) {
    expect(await simulator.call("GET", path)).toMatchObject({ status: 404 });
  }
});
