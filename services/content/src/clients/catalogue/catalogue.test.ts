import { readFile } from "node:fs/promises";
import { categories, countries, languages } from "@matinale/contracts";
import { listen } from "@matinale/kit/testing";
import type { Story } from "@matinale/newsroom";
import { describe, expect, test } from "vitest";
import { storyQueue } from "../../domain/digest/choose-stories.ts";
import { builtInCatalogue, catalogueAt } from "./catalogue.ts";

const feeds = await builtInCatalogue.load();
const now = new Date("2026-11-21T08:00:00Z");

/** One story of every feed, all of the same moment. */
const printed = feeds.flatMap(({ id, outlet, language, country, category, url, mixed }): Story[] =>
  (mixed === true ? categories.map(({ slug }) => slug) : [category]).map((slug) => ({
    id: `${id}-${slug}`,
    language,
    category: slug,
    countries: [country],
    sources: [
      {
        itemId: id,
        outlet,
        url,
        terms: "licensed" as const,
        title: "A title",
        summary: "A summary.",
        publishedAt: now,
      },
    ],
    firstSeenAt: now,
  })),
);

test("has only https addresses, and no address or id twice", () => {
  expect(feeds.every(({ url }) => url.startsWith("https://"))).toBe(true);
  expect(new Set(feeds.map(({ url }) => url)).size).toBe(feeds.length);
  expect(new Set(feeds.map(({ id }) => id)).size).toBe(feeds.length);
  expect(feeds.length).toBeGreaterThan(140);
});

test("has two outlets for each country and language that it covers, and one feed for each category at least", () => {
  const outletsOf = Map.groupBy(feeds, ({ country, language }) => `${country} ${language}`);
  for (const [place, own] of outletsOf) {
    expect([place, new Set(own.map(({ outlet }) => outlet)).size]).toEqual([
      place,
      expect.toSatisfy((n) => n >= 2),
    ]);
    expect([
      place,
      own.some(({ mixed }) => mixed) || new Set(own.map(({ category }) => category)).size === 6,
    ]).toEqual([place, true]);
  }
});

test("says of each feed which public list confirms its address", () => {
  const unconfirmed = feeds.filter(({ confirmed }) => confirmed === null).map(({ id }) => id);
  expect(feeds.every(({ confirmed }) => confirmed !== undefined)).toBe(true);
  expect(unconfirmed.length).toBeLessThan(feeds.length / 20);
  expect(feeds.find(({ id }) => id === "le-figaro-fr-fr-sports")?.url).toBe(
    "https://www.lefigaro.fr/rss/figaro_sport.xml",
  );
});

test("has a technology feed for each country and language, except those that its documentation names", async () => {
  const places = Map.groupBy(feeds, ({ country, language }) => `\`${country}\` in ${language}`);
  const without = [...places]
    .filter(([, own]) => own.every(({ category, mixed }) => category !== "technology" || mixed))
    .map(([place]) => place);
  const documentation = new URL("../../../sources/README.md", import.meta.url);
  const text = (await readFile(documentation, "utf8")).replaceAll(/\s+/gu, " ");
  expect(text).toContain(`of these countries: ${without.toSorted().join(", ")}.`);
});

test("allows only headlines of an outlet whose terms were not read", () => {
  const more = feeds.filter(({ terms }) => terms !== "headline");
  expect([...new Set(more.map(({ outlet }) => outlet))].toSorted()).toEqual([
    "Agência Brasil",
    "Global Voices",
  ]);
});

describe("a catalogue of another server", () => {
  const own = {
    id: "a",
    url: "https://n.example/rss",
    outlet: "A",
    language: "fr",
    country: "fr",
    category: "politics",
  };
  async function load(document: unknown) {
    const server = await listen((_req, res) => res.end(JSON.stringify(document)));
    try {
      return await catalogueAt(server.url).load();
    } finally {
      await server.close();
    }
  }

  test("is no sample and allows only headlines unless the catalogue says otherwise", async () => {
    expect(await load([own])).toEqual([{ ...own, terms: "headline" }]);
    const sample = { ...own, terms: "licensed", simulated: true };
    expect(await load([sample])).toEqual([sample]);
  });

  test("leaves out the feeds of outlets that are off", async () => {
    expect(await load([own, { ...own, id: "b", terms: "off" }])).toHaveLength(1);
  });

  test("names the licence of an outlet that allows more than headlines", async () => {
    const outlet = {
      id: "a",
      outlet: "A",
      homepage: "https://n.example",
      language: "fr",
      country: "fr",
    };
    const listed = { ...outlet, feeds: { politics: { url: own.url, confirmed: null } } };
    expect((await load([listed]))[0]).toMatchObject({ terms: "headline", confirmed: null });
    await expect(load([{ ...listed, terms: "excerpt" }])).rejects.toThrow("licence");
    const agreed = { ...listed, terms: "excerpt", licence: "Letter of 3 March" };
    expect((await load([agreed]))[0]).toMatchObject({
      terms: "excerpt",
      licence: "Letter of 3 March",
    });
  });
});

test("has feeds of every country, in the language that most of its readers choose", () => {
  const french = new Set(["fr", "ca", "be", "ch", "ma", "tn", "dz", "sn", "ci", "cm"]);
  for (const { code } of countries) {
    const own = feeds.filter(({ country }) => country === code).map(({ language }) => language);
    expect({ code, own }).toEqual({
      code,
      own: expect.arrayContaining([french.has(code) ? "fr" : "en"]),
    });
  }
});

describe.each(languages)("in %s", (language) => {
  test.each(countries.map(({ code }) => code))(
    "has a story of every category for %s",
    (country) => {
      const queue = storyQueue(
        printed.filter((story) => story.language === language),
        {
          country,
          categories: categories.map(({ slug }) => slug),
          windowStart: new Date(now.getTime() - 1),
          windowEnd: now,
        },
      );
      const own = new Set(
        printed
          .filter((story) => story.language === language && story.countries.includes(country))
          .map(({ category }) => category),
      );
      for (const { slug: category } of categories) {
        const first = queue.find(({ story }) => story.category === category);
        // from the country's own outlets when they cover the category, else from international ones
        const from = own.has(category) ? country : "international";
        expect([category, first?.story.countries]).toEqual([category, [from]]);
      }
    },
  );
});
