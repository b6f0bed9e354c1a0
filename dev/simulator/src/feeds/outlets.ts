import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";

/** Texts of the feeds and of the pages of their stories. */
export const words = {
  fr: {
    locale: "fr-FR",
    sample: "Article d’exemple",
    about:
      "Articles d’exemple écrits pour Matinale. Les faits, les personnes et les lieux sont inventés.",
  },
  en: {
    locale: "en-GB",
    sample: "Sample article",
    about: "Sample articles written for Matinale. Facts, people and places are made up.",
  },
};
/** Categories, with their names. */
const categories = [
  { category: "politics", fr: "Politique", en: "Politics" },
  { category: "economy", fr: "Économie", en: "Economy" },
  { category: "technology", fr: "Technologie", en: "Technology" },
  { category: "sports", fr: "Sport", en: "Sport" },
  { category: "culture", fr: "Culture", en: "Culture" },
  { category: "international", fr: "International", en: "International" },
];

/** The two outlets of each language, invented. Each name says that it is a sample. */
const outlets = [
  {
    language: "fr",
    first: { name: "gazette", outlet: "La Gazette du Port (exemple)", country: "fr" },
    second: { name: "lanterne", outlet: "Radio Lanterne (exemple)", country: "international" },
  },
  {
    language: "en",
    first: { name: "harbour", outlet: "The Harbour Post (sample)", country: "gb" },
    second: { name: "lantern", outlet: "Lantern Radio (sample)", country: "international" },
  },
] as const;

/** Sample stories of one category in one language, written for this project. */
const storiesFile = z.strictObject({
  first: z.array(z.strictObject({ slug: z.string(), title: z.string(), text: z.string() })),
  /** Stories of the second outlet: its own, or events that the first outlet reports too. */
  second: z.array(
    z.strictObject({
      slug: z.string(),
      title: z.string(),
      /** Slug of the first outlet's story about the same event. */
      sameEventAs: z.string().optional(),
      /** Absent when both outlets print the same agency report. */
      text: z.string().optional(),
    }),
  ),
});

const MINUTE = 60_000;
/** Every story comes back after this time, as a new one. Milliseconds. */
export const CYCLE = 40 * 60 * MINUTE;

export interface FeedStory {
  /** Unique among all stories, stable. */
  id: string;
  title: string;
  text: string;
  /** Milliseconds after the beginning of a cycle. */
  phase: number;
  /** Id of the first outlet's story about the same event. */
  sameEventAs?: string;
}
export type Feed = (typeof feeds)[number];

/**
 * A language's first outlet has RSS feeds, the second one Atom feeds. The second outlet's story about the same event
 * follows within 90 minutes.
 */
export const feeds = outlets.flatMap(({ language, first, second }) =>
  categories.flatMap(({ category, ...names }) => {
    const about = { language, category, categoryName: names[language] };
    const file = new URL(`./stories/${language}.${category}.json`, import.meta.url);
    const written = storiesFile.parse(JSON.parse(readFileSync(file, "utf8")));
    const storyId = (slug: string) => `${language}-${category}-${slug}`;
    const [rss, atom] = [`${first.name}-${category}`, `${second.name}-${category}`];
    const leading = written.first.map(({ slug, ...story }, index): FeedStory => {
      const id = storyId(slug);
      return { id, ...story, phase: spread(rss, id, index, written.first.length) };
    });
    const following = written.second.map((story, index): FeedStory => {
      const { title, text = "", sameEventAs = "" } = story;
      const id = storyId(story.slug);
      const original = leading.find((each) => each.id === storyId(sameEventAs));
      if (!original) {
        return { id, title, text, phase: spread(atom, id, index, written.second.length) };
      }
      const phase = original.phase + (20 + hashBelow(id, 70)) * MINUTE;
      return { id, title, text: text || original.text, phase, sameEventAs: original.id };
    });
    return [
      { ...about, ...first, id: rss, format: "rss" as const, stories: leading },
      { ...about, ...second, id: atom, format: "atom" as const, stories: following },
    ];
  }),
);

/** Spreads the stories of a feed evenly over the cycle, with some jitter. */
function spread(feed: string, story: string, index: number, count: number): number {
  const step = CYCLE / count;
  const jitter = hashBelow(story, Math.floor((step / MINUTE) * 0.6));
  return hashBelow(feed, CYCLE / MINUTE) * MINUTE + index * step + jitter * MINUTE;
}

/** A whole number below `below`, derived from a hash of the name. */
function hashBelow(name: string, below: number): number {
  return createHash("sha256").update(name).digest().readUInt32BE() % below;
}
