import {
  categories,
  countries,
  languages,
  type CategorySlug,
  type CountryCode,
  type Language,
  type PartOfDay,
  type Voice,
} from "@matinale/contracts";
import { outletTerms, type Edition, type Terms } from "@matinale/newsroom";
import { z } from "zod";

const editions: Edition[] = [...countries.map(({ code }) => code), "international"];
const name = z.string().min(1).max(80);

/** A feed of the catalogue. */
export const feedSchema = z.object({
  id: z.string().min(1).max(120),
  url: z.url({ protocol: /^https?$/u }),
  outlet: name,
  /** The owner of several outlets, which are one voice in breaking news; missing for an outlet on its own. */
  owner: name.optional(),
  language: z.enum(languages),
  country: z.enum(editions),
  category: z.enum(categories.map(({ slug }) => slug)),
  /** A feed of all categories: its own category is that of entries without a known section. */
  mixed: z.boolean().optional(),
  /** What an outlet allows: `headline` until a person has read its terms. Feeds of an outlet that is `off` are not polled. */
  terms: z.enum([...outletTerms, "off"]).default("headline"),
  /** The licence or the agreement that allows more than headlines. */
  licence: z.string().min(1).max(200).optional(),
  /** A public list that has its address, or null when none was found; missing in catalogues that do not say it. */
  confirmed: name.nullable().optional(),
  /** Whether its articles are samples and no news. */
  simulated: z.boolean().optional(),
});

/** A feed that may be polled. */
export type Feed = Omit<z.infer<typeof feedSchema>, "terms"> & { terms: Terms };

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
  /** Date of the subscriber, "YYYY-MM-DD". */
  localDate: string;
  /** Wall-clock time of the subscriber's next edition, "YYYY-MM-DDTHH:MM"; absent when there is none. */
  nextEdition?: string | undefined;
  /** Orders this story in full instead of a digest. */
  storyId?: string | undefined;
};
