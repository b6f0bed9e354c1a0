import type { CategorySlug, CountryCode, Language } from "@matinale/contracts";

/** The country that a feed reports from, or `international` for a feed of no single country. */
export type Edition = CountryCode | "international";

/**
 * What an outlet allows of its articles, the most first: to quote sentences (`licensed`), to summarise them in a sentence of
 * our own (`excerpt`), or only their headline (`headline`). Always with the outlet's name and a link.
 */
export const outletTerms = ["licensed", "excerpt", "headline"] as const;
export type Terms = (typeof outletTerms)[number];

/** A source article: one outlet's article about a story. */
export type Source = {
  itemId: string;
  outlet: string;
  /** The address of the article, "" when its feed gives none. */
  url: string;
  terms: Terms;
  /** Whether the article is a sample and no news. */
  simulated?: boolean | undefined;
  title: string;
  summary: string;
  publishedAt: Date;
  /** When its outlet last changed a fact in its text; missing when it never did. */
  correctedAt?: Date | undefined;
};

/** One event in the news for readers of one language, with all articles about it. */
export type Story = {
  id: string;
  language: Language;
  category: CategorySlug;
  countries: Edition[];
  /** Articles in the reader's language, in the order of arrival. Never empty. */
  sources: Source[];
  /** Articles in other languages. They count for how widely an event is reported; no script is written from them. */
  elsewhere?: Source[];
  /** When the story first had an article in this language. It is news to a subscriber whose window contains it. */
  firstSeenAt: Date;
};
