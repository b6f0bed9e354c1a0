import type { CategorySlug, Language } from "@matinale/contracts";
import { describe, expect, test } from "vitest";
import {
  audioSegments,
  byUrgency,
  withStories,
  type Digest,
  type DigestChapter,
  type DigestStory,
  type Utterance,
} from "./digest-plan.ts";

const digestStory = (
  id: string,
  language: Language = "fr",
  category: CategorySlug = "politics",
): DigestStory => ({
  story: {
    id,
    language,
    category,
    countries: ["fr"],
    sources: [],
    firstSeenAt: new Date(0),
  },
  script: {
    storyId: id,
    language,
    itemId: id,
    headline: id,
    line: "Une ligne.",
    spoken: `Histoire ${id}.`,
    brief: `Brève ${id}.`,
    method: "model",
  },
});
const digest = (chapters: [DigestChapter["category"], string[]][]): Digest => ({
  language: "fr",
  voice: "female",
  partOfDay: "evening",
  localDate: "2026-11-22",
  nextEdition: "2026-11-23T08:00",
  chapters: chapters.map(([category, ids]) => ({
    category,
    stories: ids.map((id) => digestStory(id)),
  })),
});
const said = (utterance: Utterance) =>
  "mark" in utterance ? `[${utterance.mark}]` : utterance.text;

const edition = digest([
  ["economy", ["a", "b"]],
  ["sports", ["c"]],
  ["briefs", ["d"]],
  ["culture", []],
]);

test("opens with mark, date, headlines, length and lead, then chapters, briefs and sign-off", () => {
  expect(audioSegments(edition, 170).map(({ utterance, gap }) => [gap, said(utterance)])).toEqual([
    [0, "[opening]"],
    [0.35, "Bonsoir, dimanche 22 novembre."],
    [0.35, "À la une\u00A0: a."],
    [0.35, "c."],
    [0.35, "Et b."],
    [0.35, "3 minutes, 4 sujets."],
    [0.8, "Histoire a."],
    [0.4, "[chapter]"],
    [0.4, "Toujours en économie."],
    [0.4, "Histoire b."],
    [0.4, "[chapter]"],
    [0.4, "Place au sport."],
    [0.4, "Histoire c."],
    [0.4, "[chapter]"],
    [0.4, "En bref."],
    [0.4, "Brève d."],
    [
      1.2,
      "Voilà pour ce soir. Les sources sont dans le message. Textes et voix sont générés automatiquement.",
    ],
    [0.35, "Prochaine édition demain à 8\u202Fh."],
  ]);
});

test("says the same in English", () => {
  const english: Digest = {
    ...edition,
    language: "en",
    chapters: [
      { category: "economy", stories: [digestStory("Rates fall", "en")] },
      { category: "sports", stories: [digestStory("The cup is won", "en")] },
      { category: "international", stories: [digestStory("Peace talks begin", "en")] },
      { category: "culture", stories: [digestStory("A museum opens", "en")] },
    ],
  };
  const spoken = audioSegments(english, 240).map(({ utterance }) => said(utterance));
  expect(spoken.filter((text) => !/^Histoire|^\[/u.test(text))).toEqual([
    "Good evening, it’s Sunday 22 November.",
    "The headlines: Rates fall.",
    "The cup is won.",
    "And Peace talks begin.",
    "4 minutes, 4 stories.",
    "Time for sport.",
    "Around the world.",
    "Next, culture.",
    "That’s all for this evening. You’ll find every source in the message. Texts and voice are generated automatically.",
    "Your next edition is tomorrow at 8am.",
  ]);
});

test("leaves out the next edition when there is none, and headlines of a short edition", () => {
  const { nextEdition: _, ...rest } = digest([["politics", ["a"]]]);
  expect(audioSegments(rest, 30).map(({ utterance }) => said(utterance))).toEqual([
    "[opening]",
    "Bonsoir, dimanche 22 novembre.",
    "Une minute, un sujet.",
    "Histoire a.",
    "Voilà pour ce soir. Les sources sont dans le message. Textes et voix sont générés automatiquement.",
  ]);
});

test("has no headline of a story that needs more than one sentence", () => {
  const [first, ...others] = edition.chapters;
  const { brief: _, ...accused } = digestStory("a").script;
  const chapters = [
    { category: "economy" as const, stories: [{ ...digestStory("a"), script: accused }] },
    ...others,
    { ...first!, stories: [digestStory("e"), digestStory("f")] },
  ];
  const spoken = audioSegments({ ...edition, chapters }, 100);
  expect(
    spoken
      .filter(({ optional }) => optional === "headline")
      .map(({ utterance }) => said(utterance)),
  ).toEqual(["À la une\u00A0: c.", "e.", "Et f."]);
});

test("drops a chapter that lost its stories instead of calling it empty", () => {
  const fewer = withStories(edition, ({ story }) => story.id === "c");
  expect(fewer.chapters.map(({ category, stories }) => [category, stories.length])).toEqual([
    ["sports", 1],
    ["culture", 0],
  ]);
});

describe("clips by urgency", () => {
  const order = byUrgency(edition, 170).map(said);
  test("fixed sentences come first, then the first story of each chapter, headlines and the rest", () => {
    expect(order.slice(-7)).toEqual([
      "Histoire a.",
      "Histoire c.",
      "Brève d.",
      "À la une\u00A0: a.",
      "c.",
      "Et b.",
      "Histoire b.",
    ]);
  });
});
