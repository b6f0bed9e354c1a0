import { setTimeout as pause } from "node:timers/promises";
import type { CategorySlug, CountryCode, Language } from "@matinale/contracts";
import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import { silentLogger, testDatabase } from "@matinale/kit/testing";
import type { Edition, Terms } from "@matinale/newsroom";
import { extractiveSummariser } from "@matinale/newsroom/summary";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { summaryFactor } from "../domain/digest/choose-stories.ts";
import { storiesOf, type Utterance } from "../domain/digest/digest-plan.ts";
import type { DigestOrder } from "../domain/news.ts";
import { ScriptStore } from "../store/scripts.ts";
import { StoryStore } from "../store/stories.ts";
import { DigestComposer, type ComposerDeps } from "./compose-digest.ts";
import { ScriptWriter } from "./write-script.ts";

const database = testDatabase("composer");
let mongo: Connection;
let composer: DigestComposer;
beforeAll(async () => {
  mongo = await connectMongo(database);
  composer = composerWith(null);
  await ensureIndexes(mongo);
});
const composerWith = (audioAssembler: ComposerDeps["audioAssembler"]) =>
  new DigestComposer({
    stories: new StoryStore(mongo),
    scripts: new ScriptWriter(
      new ScriptStore(mongo),
      extractiveSummariser,
      new AbortController().signal,
    ),
    audioAssembler,
    standIns: [],
    logger: silentLogger,
  });
afterAll(async () => {
  await database.drop();
  await mongo.close();
});

/** Speaks each text in two seconds, faster than composers expect, after a pause. */
const speechAfter = (pauseMs: number): ComposerDeps["audioAssembler"] => ({
  speak: async (utterances, lengths) => {
    await pause(pauseMs);
    for (const each of utterances) lengths.add(each, 2_000);
    return null;
  },
  assemble: async (digest) => ({
    parts: [],
    spokenStories: new Set(storiesOf(digest).map(({ story: { id } }) => id)),
  }),
  assembleText: async () => [],
});

const windowEnd = new Date("2026-11-21T06:00:00Z");
const hoursBefore = (hours: number) => new Date(windowEnd.getTime() - hours * 3_600_000);
const storiesADay = 500;
const days = 7;

type StoryFields = {
  outlets?: number;
  title?: string;
  summary?: string;
  terms?: Terms;
  language?: Language;
  country?: Edition;
};
const story = (
  id: string,
  category: CategorySlug,
  firstSeen: Date,
  {
    outlets = 1,
    title = `Le conseil municipal a voté la mesure ${id}`,
    summary = "La mesure a été adoptée jeudi par le conseil municipal, après six heures de débat.",
    terms = "headline",
    language = "fr",
    country = "fr",
  }: StoryFields = {},
) => ({
  _id: id,
  category,
  countries: [country],
  sources: Array.from({ length: outlets }, (_, index) => ({
    itemId: `${id}-${index}`,
    language,
    outlet: `Journal ${index}`,
    url: `https://n.example/${id}/${index}`,
    terms,
    title,
    summary,
    publishedAt: firstSeen,
  })),
  outlets: terms === "headline" ? outlets : outlets * summaryFactor,
  firstSeen: { [language]: firstSeen },
  lastSeenAt: firstSeen,
  expiresAt: new Date(Date.now() + 3_600_000),
});

const order = (
  windowStart: Date,
  categories: CategorySlug[],
  reader: Pick<DigestOrder, "language" | "country"> = { language: "fr", country: "fr" },
): DigestOrder => ({
  ...reader,
  voice: "female",
  categories,
  maxSeconds: 180,
  windowStart,
  windowEnd,
  partOfDay: "morning",
  localDate: "2026-11-21",
  nextEdition: "2026-11-22T08:00",
});
const storyIdsOf = async (given: DigestOrder) => {
  const { digest } = await composer.compose(given, "voice_note", { ms: 10_000, urgent: false });
  return storiesOf(digest).map(({ story: { id } }) => id);
};

test("includes a widely reported story of the first day in the digest of a busy week", async () => {
  const categories: CategorySlug[] = ["politics", "sports"];
  const busy = Array.from({ length: days * storiesADay }, (_, index) =>
    categories.map((category) =>
      story(`${category}-${index}`, category, hoursBefore((index * 24) / storiesADay + 0.01)),
    ),
  ).flat();
  const wide = story("wide", "politics", hoursBefore(days * 24 - 23), { outlets: 16 });
  await mongo.collection("stories").insertMany([...busy, wide] as never[]);

  expect(await storyIdsOf(order(hoursBefore(days * 24), categories))).toContain("wide");
  expect(await storyIdsOf(order(hoursBefore(24), categories))).not.toContain("wide");
});

const syllables = ["ba", "ko", "li", "mu", "te", "ra", "zi", "do", "pe", "vu"];
const word = (number: number) =>
  [...String(number)].map((digit) => syllables[Number(digit)]).join("");
const sentence = {
  fr: "Les élus ont adopté le budget jeudi soir, après plus de six heures de débat.",
  en: "Members adopted the budget late on Thursday, after more than six hours of debate.",
};

test.each([
  { language: "fr", country: "fr" },
  { language: "en", country: "gb" },
] as const)(
  "on a busy day, has early stories of many outlets or with more than a headline, and those of a quiet country: $language",
  async (busy) => {
    const { language } = busy;
    // no two titles share a word, so no two stories report one event
    const numbered = (number: number, hours: number, more: StoryFields = {}) =>
      story(`${language}-${number}`, "economy", hoursBefore(hours), {
        ...busy,
        title: [1, 2, 3].map((place) => word(number * 10 + place)).join(" "),
        summary: sentence[language],
        ...more,
      });
    const local = Array.from({ length: 700 }, (_, index) => numbered(index, index / 100 + 0.01));
    const quiet = [701, 702, 703].map((number) => numbered(number, 20, { country: "cm" }));
    const wide = numbered(704, 18, { outlets: 16 });
    const licensed = numbered(705, 7, { terms: "licensed" });
    await mongo.collection("stories").insertMany([...local, ...quiet, wide, licensed] as never[]);

    const storiesFor = (country: CountryCode) =>
      storyIdsOf(order(hoursBefore(24), ["economy"], { language, country }));
    expect(await storiesFor(busy.country)).toEqual(
      expect.arrayContaining([wide._id, licensed._id]),
    );
    expect(await storiesFor("cm")).toEqual(
      expect.arrayContaining([...quiet, wide].map(({ _id }) => _id)),
    );
  },
);

test("is incomplete when the deadline leaves time of the plan unfilled", async () => {
  const councils = Array.from({ length: 60 }, (_, index) =>
    story(`c-${index}`, "culture", hoursBefore(2), {
      title: `La commune numéro ${index} vote son budget`,
    }),
  );
  await mongo.collection("stories").insertMany(councils as never[]);
  const composition = (pauseMs: number, ms: number) =>
    composerWith(speechAfter(pauseMs)).compose(order(hoursBefore(24), ["culture"]), "voice_note", {
      ms,
      urgent: false,
    });
  const [late, inTime] = await Promise.all([composition(2_500, 6_000), composition(0, 25_000)]);
  expect(late).toMatchObject({ complete: false });
  expect(inTime).toMatchObject({ complete: true });
  expect(storiesOf(late.digest).length).toBeLessThan(storiesOf(inTime.digest).length);
});

test.each([
  ["refuses", true],
  ["has not yet spoken", false],
])("when the voice %s a story, the rest is spoken and complete is %s", async (what, complete) => {
  const titles = ["Le pont de Valserre rouvre", "La gare ferme", "Le musée agrandit ses salles"];
  const stories = titles.map((title, index) =>
    story(`one-${what}-${index}`, "technology", hoursBefore(2), { title }),
  );
  await mongo.collection("stories").deleteMany({ category: "technology" });
  await mongo.collection("stories").insertMany(stories as never[]);
  const isBridge = (utterance: Utterance) => JSON.stringify(utterance).includes("Valserre");
  const composing = composerWith({
    ...speechAfter(0)!,
    speak: async (utterances, lengths) => {
      for (const each of utterances) {
        if (!isBridge(each)) lengths.add(each, 2_000);
        else if (what === "refuses") lengths.refuse(each);
      }
      return null;
    },
  });
  const given = order(hoursBefore(24), ["technology"]);
  const deadline = { ms: 6_000, urgent: false };
  expect(await composing.prepare(given, deadline)).toBe(complete);
  const composition = await composing.compose(given, "voice_note", deadline);
  expect(composition).toMatchObject({ missing: "", complete });
  expect(storiesOf(composition.digest)).toHaveLength(titles.length);
});
