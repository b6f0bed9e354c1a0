import type { CategorySlug } from "@matinale/contracts";
import { expect, test } from "vitest";
import {
  audioSegments,
  byUrgency,
  storiesOf,
  withStories,
  withinTime,
  type Digest,
  type DigestStory,
} from "./digest-plan.ts";

const digestStory = (id: string): DigestStory => ({
  story: {
    id,
    language: "fr",
    category: "politics",
    countries: ["fr"],
    sources: [],
    firstSeenAt: new Date(0),
  },
  script: {
    storyId: id,
    language: "fr",
    headline: id,
    line: "",
    spoken: `Histoire ${id}.`,
    method: "model",
  },
});
const digest = (chapters: [CategorySlug, string[]][]): Digest => ({
  language: "fr",
  voice: "female",
  partOfDay: "evening",
  localDate: null,
  chapters: chapters.map(([category, ids]) => ({ category, stories: ids.map(digestStory) })),
});

test("builds greeting, chapter names, stories and sign-off", () => {
  const spoken = audioSegments(
    digest([
      ["politics", ["a", "b"]],
      ["culture", []],
    ]),
  );
  expect(spoken.map(({ utterance, chapter }) => [chapter, utterance.text])).toEqual([
    [-1, "Bonsoir. Voici votre édition du soir."],
    [0, "Politique."],
    [0, "Histoire a."],
    [0, "Histoire b."],
    [1, "Culture. Rien de nouveau pour cette édition."],
    [-1, "C’était Matinale, résumé automatique, voix de synthèse. Bonne soirée."],
  ]);
});

test("marks only fixed sentences as standing", () => {
  const spoken = audioSegments(digest([["politics", ["a"]]]));
  expect(spoken.map(({ utterance }) => utterance.standing)).toEqual([true, true, false, true]);
});

test("drops stories until the rest fits, the first story of each chapter last", () => {
  const full = digest([
    ["politics", ["a", "b", "c"]],
    ["culture", ["d"]],
  ]);
  const seconds = (limit: number) =>
    storiesOf(withinTime(full, limit, (segment) => (segment.storyId === null ? 1 : 20))).map(
      ({ story }) => story.id,
    );
  expect(seconds(84)).toEqual(["a", "b", "c", "d"]);
  expect(seconds(83)).toEqual(["a", "b", "d"]);
  expect(seconds(50)).toEqual(["a", "d"]);
  expect(seconds(30)).toEqual(["a"]);
});

test("drops a chapter that lost its stories instead of calling it empty", () => {
  const full = digest([
    ["politics", ["a"]],
    ["culture", []],
    ["sports", ["b", "c"]],
  ]);
  const fewer = withStories(full, ({ story }) => story.id === "c");
  expect(fewer.chapters.map(({ category, stories }) => [category, stories.length])).toEqual([
    ["culture", 0],
    ["sports", 1],
  ]);
});

test("orders fixed sentences first, then each chapter's first story", () => {
  const full = digest([
    ["politics", ["a", "b"]],
    ["sports", ["c"]],
  ]);
  expect(byUrgency(full).map(({ text }) => text)).toEqual([
    "Bonsoir. Voici votre édition du soir.",
    "Politique.",
    "Sport.",
    "C’était Matinale, résumé automatique, voix de synthèse. Bonne soirée.",
    "Histoire a.",
    "Histoire c.",
    "Histoire b.",
  ]);
});
