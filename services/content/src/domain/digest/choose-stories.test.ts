import { categories, type CategorySlug } from "@matinale/contracts";
import type { Edition, Story } from "@matinale/newsroom";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { summaryFactor, storyQueue, weight } from "./choose-stories.ts";

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
      terms: "licensed",
      title: "Un titre",
      summary: "",
      publishedAt: options.firstSeenAt ?? hours(1),
    })),
    firstSeenAt: hours(1),
    ...rest,
  };
};
const queueOf = (stories: Story[], chosen: CategorySlug[]) =>
  storyQueue(stories, { country: "fr", categories: chosen, ...window }).map((each) => each.story);

test("gives categories turns in their order", () => {
  const politics = Array.from({ length: 3 }, () => story("politics"));
  const queue = queueOf([...politics, story("sports")], ["sports", "culture", "politics"]);
  expect(queue.map(({ category }) => category)).toEqual([
    "sports",
    "politics",
    "politics",
    "politics",
  ]);
});

test("puts the subscriber's country first, then the international edition, then others", () => {
  const other = story("economy", { country: "be", outlets: 4 });
  const international = story("economy", { country: "international", outlets: 3 });
  const own = story("economy", { country: "fr" });
  expect(queueOf([other, international, own], ["economy"])).toEqual([own, international, other]);
});

test("puts fresh and widely reported stories first", () => {
  const fresh = story("economy");
  const wide = story("economy", { outlets: 4 });
  const stale = story("economy", { firstSeenAt: hours(20) });
  expect(queueOf([stale, fresh, wide], ["economy"])).toEqual([wide, fresh, stale]);
  expect(weight(wide, window)).toBeGreaterThan(weight(fresh, window));
});

test("weighs a story without a sentence under its headline less", () => {
  const [bare] = story("politics").sources;
  const summarised = story("politics", {
    sources: [{ ...bare!, summary: "Le texte. ".repeat(10) }],
  });
  expect(weight(story("politics"), window) / weight(summarised, window)).toBeCloseTo(0.3);
  const wide = story("politics", { outlets: summaryFactor });
  expect(weight(wide, window) / weight(summarised, window)).toBeCloseTo(1);
});

test("lets news of other countries rarely open an edition", () => {
  const weightOf = (country: Edition) =>
    storyQueue([story("politics", { country })], {
      country: "fr",
      categories: ["politics"],
      ...window,
    })[0]?.weight ?? 0;
  expect(weightOf("international")).toBe(weightOf("fr"));
  expect(weightOf("be")).toBeLessThan(weightOf("fr") / 2);
});

test("for any candidates, has each story of the chosen categories once", () => {
  const slugs = categories.map(({ slug }) => slug);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...slugs), { maxLength: 60 }),
      fc.uniqueArray(fc.constantFrom(...slugs), { minLength: 1 }),
      (given, chosen) => {
        const stories = given.map((category) => story(category));
        const queue = queueOf(stories, chosen);
        expect(new Set(queue).size).toBe(queue.length);
        expect(new Set(queue)).toEqual(
          new Set(stories.filter(({ category }) => chosen.includes(category))),
        );
      },
    ),
  );
});

test("puts a widely reported story of the first day of a week before stories of one outlet on its last day", () => {
  const week = { windowStart: hours(7 * 24), windowEnd: now };
  const wide = story("politics", { outlets: 16, firstSeenAt: hours(6.5 * 24) });
  const fresh = Array.from({ length: 40 }, () => story("politics", { firstSeenAt: hours(2) }));
  const [first] = storyQueue([...fresh, wide], {
    country: "fr",
    categories: ["politics"],
    ...week,
  });
  expect(first?.story).toBe(wide);
});
