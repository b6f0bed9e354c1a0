import { readFileSync } from "node:fs";
import { z } from "zod";

/** Texts of the feeds and of the pages of their stories. */
export const words = {
  fr: {
    locale: "fr-FR",
    sample: "Article d’exemple",
    about:
      "Articles d’exemple écrits pour Matinale. Les faits, les personnes et les lieux sont inventés.",
    politics: "Politique",
    economy: "Économie",
    technology: "Technologie",
    sports: "Sport",
    culture: "Culture",
    international: "International",
  },
  en: {
    locale: "en-GB",
    sample: "Sample article",
    about: "Sample articles written for Matinale. Facts, people and places are made up.",
    politics: "Politics",
    economy: "Economy",
    technology: "Technology",
    sports: "Sport",
    culture: "Culture",
    international: "International",
  },
};
const categories = [
  "politics",
  "economy",
  "technology",
  "sports",
  "culture",
  "international",
] as const;

/** Invented outlets. Each name says that it is a sample. */
const outlets = [
  { id: "gazette", outlet: "La Gazette du Port (exemple)", language: "fr", country: "fr" },
  { id: "lanterne", outlet: "Radio Lanterne (exemple)", language: "fr", country: "international" },
  { id: "harbour", outlet: "The Harbour Post (sample)", language: "en", country: "gb" },
  { id: "lantern", outlet: "Lantern Radio (sample)", language: "en", country: "international" },
] as const;

/** A language's first outlet has RSS feeds, the second one Atom feeds. */
export const feeds = outlets.flatMap(({ id, ...outlet }, index) =>
  categories.map((category) => ({
    id: `${id}-${category}`,
    ...outlet,
    category,
    ...(index % 2 === 0
      ? ({ format: "rss", prints: "first" } as const)
      : ({ format: "atom", prints: "second" } as const)),
  })),
);
export type Feed = (typeof feeds)[number];

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

export interface FeedStory {
  /** Unique among all stories, stable. */
  id: string;
  title: string;
  text: string;
  /** Id of the first outlet's story about the same event. */
  sameEventAs?: string;
}

const stories = new Map(feeds.map((feed) => [feed, readStories(feed)]));

export const storiesOf = (feed: Feed): FeedStory[] => stories.get(feed) ?? [];

function readStories({ language, category, prints }: Feed): FeedStory[] {
  const file = new URL(`./stories/${language}.${category}.json`, import.meta.url);
  const { first, second } = storiesFile.parse(JSON.parse(readFileSync(file, "utf8")));
  const idOf = (slug: string) => `${language}-${category}-${slug}`;
  if (prints === "first") return first.map(({ slug, ...story }) => ({ id: idOf(slug), ...story }));
  const texts = new Map(first.map(({ slug, text }) => [slug, text]));
  return second.map(({ slug, title, text, sameEventAs }) => ({
    id: idOf(slug),
    title,
    text: text ?? texts.get(sameEventAs ?? "") ?? "",
    ...(sameEventAs === undefined ? {} : { sameEventAs: idOf(sameEventAs) }),
  }));
}
