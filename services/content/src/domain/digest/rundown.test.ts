import { categories, type CategorySlug } from "@matinale/contracts";
import type { Terms } from "@matinale/newsroom";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DigestOrder } from "../news.ts";
import { audioSegments, storiesOf, type Utterance } from "./digest-plan.ts";
import { inParts } from "./note-parts.ts";
import { noteSeconds, rundown, type Candidate } from "./rundown.ts";

const slugs = categories.map(({ slug }) => slug);
const order = (maxSeconds: number, chosen: CategorySlug[] = slugs): DigestOrder => ({
  language: "fr",
  voice: "female",
  country: "fr",
  categories: chosen,
  maxSeconds,
  windowStart: new Date(0),
  windowEnd: new Date(1),
  partOfDay: "evening",
  localDate: "2026-11-22",
  nextEdition: "2026-11-23T08:00",
});
const candidate = (
  id: string,
  category: CategorySlug,
  weight = 1,
  options: { onlyHeadline?: boolean; contested?: boolean; terms?: Terms } = {},
): Candidate => ({
  weight,
  story: {
    id,
    language: "fr",
    category,
    countries: ["fr"],
    sources: [
      {
        itemId: id,
        outlet: "La Une",
        url: "",
        title: `Titre ${id}`,
        summary: "",
        publishedAt: new Date(0),
        terms: options.terms ?? "licensed",
      },
    ],
    firstSeenAt: new Date(0),
  },
  script: {
    storyId: id,
    language: "fr",
    itemId: id,
    headline: `Titre ${id}`,
    line: options.onlyHeadline === true ? "" : "Une ligne.",
    spoken: `Histoire ${id}.`,
    ...(options.contested === true ? {} : { brief: `Brève ${id}.` }),
    method: "extractive",
  },
});
const seconds = { mark: 1, fixed: 2, headline: 4, story: 14, brief: 5 };
const msOf = (utterance: Utterance): number => {
  if ("mark" in utterance) return seconds.mark * 1000;
  const { text, standing } = utterance;
  if (standing) return seconds.fixed * 1000;
  const kind = text.startsWith("Histoire")
    ? "story"
    : text.startsWith("Brève")
      ? "brief"
      : "headline";
  return seconds[kind] * 1000;
};
const plan = (candidates: Candidate[], given: DigestOrder, hasMore = false) =>
  rundown(candidates, given, { hasMore, msOf }).chapters.map(({ category, stories }) => [
    category,
    ...stories.map(({ story }) => story.id),
  ]);

test("orders chapters by their heaviest story, whatever the order of the categories", () => {
  const stories = [
    candidate("law", "politics", 1),
    candidate("cup", "sports", 2),
    candidate("war", "international", 5),
    candidate("vote", "politics", 1.5),
  ];
  expect(plan(stories, order(600, ["politics", "sports", "culture", "international"]))).toEqual([
    ["international", "war"],
    ["sports", "cup"],
    ["politics", "vote", "law"],
    ["culture"],
  ]);
});

test("tells the rest in brief when not all fit in full", () => {
  const stories = Array.from({ length: 20 }, (_, index) =>
    candidate(String(index), "politics", 20 - index),
  );
  const [full, briefs] = plan(stories, order(180, ["politics"]));
  expect(full).toEqual(["politics", "0", "1", "2", "3", "4", "5", "6", "7"]);
  expect(briefs).toEqual(["briefs", "8", "9", "10", "11", "12"]);
  expect(plan(stories.slice(0, 4), order(180, ["politics"]))).toHaveLength(1);
  // more news waits: the same four stories leave room for it
  expect(plan(stories.slice(0, 9), order(180, ["politics"]), true)[1]?.[0]).toBe("briefs");
});

test("a story with only a headline is at most one brief, never the lead or the first of its chapter", () => {
  const stories = [
    candidate("bare", "politics", 9, { onlyHeadline: true }),
    candidate("bare too", "sports", 8, { onlyHeadline: true }),
    candidate("law", "politics", 1),
  ];
  expect(plan(stories, order(180, ["politics", "sports"]))).toEqual([
    ["politics", "law"],
    ["briefs", "bare"],
    ["sports"],
  ]);
});

test("a headline with a fixed sentence is a brief as well, whatever its weight", () => {
  const stories = [
    candidate("denied", "politics", 9, { terms: "headline" }),
    candidate("law", "politics", 1),
  ];
  expect(plan(stories, order(180, ["politics"]))).toEqual([
    ["politics", "law"],
    ["briefs", "denied"],
  ]);
});

test("tells more than one headline in brief when the outlets allow no more and there is little else", () => {
  const stories = Array.from({ length: 5 }, (_, index) =>
    candidate(String(index), "politics", 9 - index, { onlyHeadline: true, terms: "headline" }),
  );
  expect(plan(stories, order(180, ["politics"]))).toEqual([["briefs", "0", "1", "2", "3", "4"]]);
});

test("an accusation is never a brief", () => {
  const stories = Array.from({ length: 12 }, (_, index) =>
    candidate(String(index), "politics", 12 - index, { contested: index >= 7 }),
  );
  expect(plan(stories, order(180, ["politics"]))).toHaveLength(1);
});

test("tells no story twice", () => {
  const stories = slugs.flatMap((slug, at) =>
    Array.from({ length: 9 }, (_, index) => candidate(`${slug}${index}`, slug, at + index / 10)),
  );
  const digest = rundown(stories, order(600), { hasMore: true, msOf });
  const spoken = audioSegments(digest, 600).flatMap(({ storyId }) => storyId ?? []);
  expect(new Set(spoken).size).toBe(spoken.length);
  expect(spoken).toEqual(storiesOf(digest).map(({ story }) => story.id));
});

const candidates = fc.array(
  fc.record({
    category: fc.constantFrom(...slugs),
    weight: fc.double({ min: 0, max: 5, noNaN: true }),
    onlyHeadline: fc.boolean(),
    contested: fc.boolean(),
  }),
  { minLength: 75, maxLength: 90 },
);
/** Real clips: stories of 8 to 22 s, briefs and headlines of 3 to 8 s, fixed sentences of 1 to 4 s. */
const clipMs = (salt: number) => (utterance: Utterance) => {
  if ("mark" in utterance) return utterance.mark === "opening" ? 1_360 : 560;
  const { text, standing } = utterance;
  const chance =
    ([...text].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), salt) >>> 0) % 1000;
  const [least, most] = standing ? [1, 4] : text.startsWith("Histoire") ? [8, 22] : [3, 8];
  return Math.round((least + ((most - least) * chance) / 1000) * 1000);
};

describe.each([180, 300, 600])("with news enough for %i s and any clip lengths", (maxSeconds) => {
  test("has at least 92 % of the time, never more, and parts that are balanced", () => {
    fc.assert(
      fc.property(candidates, fc.nat(1e6), (given, salt) => {
        const offered = given.map(({ category, weight, ...options }, index) =>
          candidate(String(index), category, weight, {
            onlyHeadline: options.onlyHeadline && index % 5 === 0,
            contested: options.contested && index % 4 === 1,
          }),
        );
        const digest = rundown(offered, order(maxSeconds), { hasMore: false, msOf: clipMs(salt) });
        const length = noteSeconds(digest, maxSeconds, clipMs(salt));
        expect(length).toBeLessThanOrEqual(maxSeconds);
        expect(length).toBeGreaterThanOrEqual(maxSeconds * 0.92);

        const parts = inParts(digest, audioSegments(digest, length), clipMs(salt));
        expect(parts).toHaveLength(maxSeconds > 305 ? 2 : 1);
        const lengths = parts.map((part) =>
          part.reduce((sum, { utterance, gap }) => sum + clipMs(salt)(utterance) / 1000 + gap, 0),
        );
        for (const each of lengths) {
          expect(Math.abs(each - length / parts.length)).toBeLessThan(30);
        }
        expect(parts.at(-1)?.at(-3)?.storyId).not.toBeNull();
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });
});

test("introduces the second part with its chapters, and lets no part begin inside a story", () => {
  const stories = slugs.flatMap((slug, at) =>
    Array.from({ length: 7 }, (_, index) =>
      candidate(`${slug}${index}`, slug, 6 - at - index / 10),
    ),
  );
  const digest = rundown(stories, order(600), { hasMore: false, msOf });
  const [first, second] = inParts(digest, audioSegments(digest, 600), msOf);
  expect(first?.at(-1)?.storyId).not.toBeNull();
  const texts = second?.map(({ utterance }) => ("mark" in utterance ? "[mark]" : utterance.text));
  expect(texts?.[0]).toMatch(/^Deuxième partie\u00A0: .+ et les brèves\.$/u);
  expect(texts?.at(-1)).toMatch(/^Prochaine édition/u);
});
