import { categories, type CategorySlug } from "@matinale/contracts";
import type { Edition, Story } from "@matinale/newsroom";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chooseStories, weight } from "./choose-stories.ts";

const now = new Date("2026-11-21T08:00:00Z");
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000);
const window = { windowStart: hours(24), windowEnd: now };

let made = 0;
const story = (
  category: CategorySlug,
  options: Partial<Story> & { outlets?: number; country?: Edition } = {},
): Story => {
  made += 1;
  const { outlets = 1, country = "fr", ...rest } = options;
  return {
    id: `story-${String(made).padStart(4, "0")}`,
    language: "fr",
    category,
    countries: [country],
    sources: Array.from({ length: outlets }, (_, index) => ({
      itemId: `${made}-${index}`,
      outlet: `outlet ${index}`,
      url: "https://news.example/a",
      title: "Un titre",
      summary: "",
      publishedAt: options.firstSeenAt ?? hours(1),
    })),
    firstSeenAt: hours(1),
    ...rest,
  };
};
const choose = (stories: Story[], chosen: CategorySlug[], seconds = 1_000) =>
  chooseStories(
    stories,
    { country: "fr", categories: chosen, ...window },
    { seconds, secondsOf: () => 20, now },
  );

test("chooses only stories first seen in the window", () => {
  const inside = story("politics", { firstSeenAt: hours(23) });
  const old = story("politics", { firstSeenAt: hours(24) });
  const late = story("politics", { firstSeenAt: new Date(now.getTime() + 1) });
  expect(choose([inside, old, late], ["politics"])[0]?.stories).toEqual([inside]);
});

test("gives categories turns in their order, and keeps an empty one as a chapter", () => {
  const politics = Array.from({ length: 5 }, () => story("politics"));
  const sports = [story("sports")];
  const chapters = choose([...politics, ...sports], ["sports", "culture", "politics"], 60);
  expect(chapters.map(({ category, stories }) => [category, stories.length])).toEqual([
    ["sports", 1],
    ["culture", 0],
    ["politics", 2],
  ]);
});

test("puts the subscriber's country first, then the international edition, then others", () => {
  const other = story("economy", { country: "be", outlets: 4 });
  const international = story("economy", { country: "international", outlets: 3 });
  const own = story("economy", { country: "fr" });
  expect(choose([other, international, own], ["economy"])[0]?.stories).toEqual([
    own,
    international,
    other,
  ]);
});

test("puts fresh and widely reported stories first", () => {
  const fresh = story("economy");
  const wide = story("economy", { outlets: 4 });
  const stale = story("economy", { firstSeenAt: hours(20) });
  expect(choose([stale, fresh, wide], ["economy"])[0]?.stories).toEqual([wide, fresh, stale]);
  expect(weight(wide, now)).toBeGreaterThan(weight(fresh, now));
});

test("for any candidates, keeps the time limit, repeats no story and keeps every category", () => {
  const slugs = categories.map(({ slug }) => slug);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...slugs), fc.integer({ min: 5, max: 60 })), {
        maxLength: 60,
      }),
      fc.uniqueArray(fc.constantFrom(...slugs), { minLength: 1 }),
      fc.integer({ min: 0, max: 600 }),
      (given, chosen, seconds) => {
        const lengths = new Map(given.map(([category, length]) => [story(category), length]));
        const secondsOf = (each: Story) => lengths.get(each) ?? 0;
        const order = { country: "fr" as const, categories: chosen, ...window };
        const chapters = chooseStories([...lengths.keys()], order, { seconds, secondsOf, now });
        const chosenStories = chapters.flatMap(({ stories }) => stories);
        expect(chapters.map(({ category }) => category)).toEqual(chosen);
        expect(chosenStories.reduce((sum, each) => sum + secondsOf(each), 0)).toBeLessThanOrEqual(
          seconds,
        );
        expect(new Set(chosenStories).size).toBe(chosenStories.length);
        for (const { category, stories } of chapters) {
          expect(stories.every((each) => each.category === category)).toBe(true);
        }
      },
    ),
  );
});

test("puts a widely reported story of the first day of a week before stories of one outlet on its last day", () => {
  const week = { windowStart: hours(7 * 24), windowEnd: now };
  const wide = story("politics", { outlets: 16, firstSeenAt: hours(6.5 * 24) });
  const fresh = Array.from({ length: 40 }, () => story("politics", { firstSeenAt: hours(2) }));
  const [chapter] = chooseStories(
    [...fresh, wide],
    { country: "fr", categories: ["politics"], ...week },
    { seconds: 100, secondsOf: () => 20, now },
  );
  expect(chapter?.stories[0]).toBe(wide);
});
