import type { CategorySlug, CountryCode, Language, PartOfDay, Voice } from "@matinale/contracts";
import type { Edition, Terms } from "@matinale/newsroom";

/** A feed of the catalogue. */
export type Feed = {
  id: string;
  url: string;
  outlet: string;
  /** The owner of several outlets; missing for an outlet on its own. */
  owner?: string | undefined;
  language: Language;
  country: Edition;
  category: CategorySlug;
  /** A feed of all categories: its own category is that of entries without a known section. */
  mixed?: boolean | undefined;
  terms: Terms;
  /** The licence or the agreement that allows more than headlines. */
  licence?: string | undefined;
  /** A public list that has its address, or null when none was found; missing in catalogues that do not say it. */
  confirmed?: string | null | undefined;
  /** Whether its articles are samples and no news. */
  simulated?: boolean | undefined;
};

/** One entry of a feed, in plain text. */
export type Item = Pick<
  Feed,
  "outlet" | "language" | "country" | "category" | "terms" | "simulated"
> & {
  /** The same in every poll: made of the ids of feed and entry. */
  id: string;
  feedId: string;
  title: string;
  summary: string;
  /** The address of the article, "" when its entry has none of its own. */
  url: string;
  publishedAt: Date;
};

/** The order of a digest. Subscribers with equal orders get the same digest. */
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
  /** Date of the subscriber, "YYYY-MM-DD"; absent when unknown. */
  localDate?: string | undefined;
  /** Wall-clock time of the subscriber's next edition, "YYYY-MM-DDTHH:MM"; absent when there is none. */
  nextEdition?: string | undefined;
  /** Orders this story in full instead of a digest. */
  storyId?: string | undefined;
};
