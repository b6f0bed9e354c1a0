import type { CategorySlug, CountryCode, Language } from "@matinale/contracts";

/** The country that a feed reports from, or `international` for a feed of no single country. */
export type Edition = CountryCode | "international";

/** A source article: one outlet's article about a story. */
export type Source = {
  itemId: string;
  outlet: string;
  url: string;
  title: string;
  summary: string;
  publishedAt: Date;
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
