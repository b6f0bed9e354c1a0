import type { CategorySlug, CountryCode, Language, Voice } from "@matinale/contracts";

/** Where a feed is at home: one country, or nowhere in particular. */
export type Edition = CountryCode | "international";

/** A feed of the catalogue. */
export type Feed = {
  id: string;
  url: string;
  outlet: string;
  language: Language;
  country: Edition;
  category: CategorySlug;
  /** It reports on everything: the category is that of entries whose section does not say. */
  mixed?: boolean | undefined;
};

/** One entry of a feed, in plain text. */
export type Item = {
  /** Stable over polls: derived from the feed and the entry's own id. */
  id: string;
  feedId: string;
  outlet: string;
  language: Language;
  country: Edition;
  category: CategorySlug;
  title: string;
  summary: string;
  url: string;
  publishedAt: Date;
};

/** One outlet's article about a story. */
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
  /** Articles in the reader's language, the first one first. Never empty. */
  sources: Source[];
  /** Articles in other languages: they count for how widely an event is reported, and are no script's source. */
  elsewhere?: Source[];
  /** When we first saw it in this language: what decides whether it is news to a subscriber. */
  firstSeenAt: Date;
};

export type PartOfDay = "morning" | "afternoon" | "evening";

/** The terms of a digest. Two subscribers with equal orders get the same digest. */
export type DigestOrder = {
  language: Language;
  voice: Voice;
  country: CountryCode;
  /** In the order of the digest. */
  categories: CategorySlug[];
  maxSeconds: number;
  /** Stories first seen after it … */
  windowStart: Date;
  /** … and up to it. */
  windowEnd: Date;
  partOfDay: PartOfDay;
};
