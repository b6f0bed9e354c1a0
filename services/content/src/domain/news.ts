import type { CategorySlug, CountryCode, Language, Voice } from "@matinale/contracts";
import type { Edition } from "@matinale/newsroom";

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
