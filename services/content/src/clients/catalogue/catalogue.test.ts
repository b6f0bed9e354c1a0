import { categories, countries, languages } from "@matinale/contracts";
import type { Story } from "@matinale/newsroom";
import { describe, expect, test } from "vitest";
import { chooseStories } from "../../domain/digest/choose-stories.ts";
import { builtInCatalogue } from "./catalogue.ts";

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
      { itemId: id, outlet, url, title: "A title", summary: "A summary.", publishedAt: now },
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
      const chapters = chooseStories(
        printed.filter((story) => story.language === language),
        {
          country,
          categories: categories.map(({ slug }) => slug),
          windowStart: new Date(now.getTime() - 1),
          windowEnd: now,
        },
        { seconds: 6 * 20, secondsOf: () => 20, now },
      );
      const own = new Set(
        printed
          .filter((story) => story.language === language && story.countries.includes(country))
          .map(({ category }) => category),
      );
      for (const { category, stories } of chapters) {
        // from the country's own outlets when they cover the category, else from international ones
        const from = own.has(category) ? country : "international";
        expect([category, stories[0]?.countries]).toEqual([category, [from]]);
      }
    },
  );
});
