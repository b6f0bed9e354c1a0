import type { CategoryStories } from "./category-stories.ts";
import { feedCategories } from "./feed-categories.ts";

const categories = [
  "politics",
  "economy",
  "technology",
  "sports",
  "culture",
  "international",
] as const;
export type Category = (typeof categories)[number];
export type Language = "fr" | "en";

interface Outlet {
  id: string;
  name: string;
  language: Language;
  country: "fr" | "gb" | "international";
  format: "rss" | "atom";
  prints: keyof CategoryStories;
}

/** Invented outlets. Each name says that it is a sample. */
const outlets: Outlet[] = [
  {
    id: "gazette",
    name: "La Gazette du Port (exemple)",
    language: "fr",
    country: "fr",
    format: "rss",
    prints: "first",
  },
  {
    id: "lanterne",
    name: "Radio Lanterne (exemple)",
    language: "fr",
    country: "international",
    format: "atom",
    prints: "second",
  },
  {
    id: "harbour",
    name: "The Harbour Post (sample)",
    language: "en",
    country: "gb",
    format: "rss",
    prints: "first",
  },
  {
    id: "lantern",
    name: "Lantern Radio (sample)",
    language: "en",
    country: "international",
    format: "atom",
    prints: "second",
  },
];

export interface Feed extends Omit<Outlet, "name"> {
  outlet: string;
  category: Category;
}

export const feeds: Feed[] = outlets.flatMap(({ id, name, ...outlet }) =>
  categories.map((category) => ({ id: `${id}-${category}`, ...outlet, outlet: name, category })),
);

export interface FeedStory {
  /** Unique among all stories, stable. */
  id: string;
  title: string;
  text: string;
  /** Id of the first outlet's story about the same event. */
  sameEventAs?: string;
}

export function storiesOf(feed: Feed): FeedStory[] {
  const stories = feedCategories[feed.language][feed.category];
  const idOf = (slug: string) => `${feed.language}-${feed.category}-${slug}`;
  const texts = new Map(stories.first.map(({ slug, text }) => [slug, text]));
  const printed: CategoryStories["second"] = stories[feed.prints];
  return printed.map(({ slug, title, text, sameEventAs }) => ({
    id: idOf(slug),
    title,
    text: text ?? texts.get(sameEventAs ?? "") ?? "",
    ...(sameEventAs === undefined ? {} : { sameEventAs: idOf(sameEventAs) }),
  }));
}
