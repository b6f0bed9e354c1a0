import {
  categories,
  planById,
  type CategorySlug,
  type CountryCode,
  type Language,
  type Plan,
  type Voice,
} from "@matinale/contracts";
import { defaultProductFile, readProduct } from "@matinale/kit";

/** The choices of one subscriber on which a digest depends. */
export interface Choices {
  language: Language;
  voice: Voice;
  country: CountryCode;
  zone: string;
  /** At most the plan's limit, in the order of the catalogue. */
  categories: CategorySlug[];
  plan: Plan;
}

const product = readProduct(defaultProductFile);

type Place = readonly [country: CountryCode, zone: string];

/** Where French and English readers live, with the shares of a product that started in France. */
const places: Record<Language, readonly (readonly [Place, number])[]> = {
  fr: [
    [["fr", "Europe/Paris"], 62],
    [["be", "Europe/Paris"], 9],
    [["ca", "America/New_York"], 8],
    [["ch", "Europe/Paris"], 7],
    [["ma", "Africa/Casablanca"], 5],
    [["sn", "Africa/Algiers"], 3],
    [["ci", "Africa/Algiers"], 3],
    [["tn", "Africa/Tunis"], 2],
    [["dz", "Africa/Algiers"], 1],
  ],
  en: [
    [["gb", "Europe/London"], 34],
    [["us", "America/New_York"], 22],
    [["us", "America/Los_Angeles"], 12],
    [["ca", "America/New_York"], 10],
    [["au", "Australia/Sydney"], 8],
    [["in", "Asia/Dubai"], 7],
    [["fr", "Europe/Paris"], 5],
    [["jp", "Asia/Tokyo"], 2],
  ],
};

/** Readers of a hundred who choose each category. */
const popularity: Record<CategorySlug, number> = {
  politics: 62,
  economy: 48,
  technology: 44,
  sports: 40,
  culture: 34,
  international: 55,
};

/** Random numbers in [0, 1) from a seed (mulberry32): the same seed gives the same readers. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the choices, with a probability proportional to its weight. */
function weighted<T>(next: () => number, choices: readonly (readonly [T, number])[]): T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let left = next() * total;
  for (const [choice, weight] of choices) {
    left -= weight;
    if (left < 0) return choice;
  }
  const last = choices.at(-1);
  if (last === undefined) throw new Error("nothing to choose from");
  return last[0];
}

/** `count` readers with different choices, always the same ones. */
export function audience(count: number): Choices[] {
  const next = chance(1);
  return Array.from({ length: count }, () => {
    const language = weighted<Language>(next, [
      ["fr", 70],
      ["en", 30],
    ]);
    const [country, zone] = weighted(next, places[language]);
    const plan = weighted<Plan>(next, [
      [planById(product, 1), 45],
      [planById(product, 2), 40],
      [planById(product, 3), 15],
    ]);
    const voice = weighted<Voice>(next, [
      ["female", 60],
      ["male", 40],
    ]);
    const wanted = categories
      .map(({ slug }) => slug)
      .filter((slug) => next() * 100 < popularity[slug]);
    const chosen = wanted.length === 0 ? (["politics"] as const) : wanted;
    return {
      language,
      voice,
      country,
      zone,
      plan,
      categories: chosen.slice(0, plan.limits.maxCategories),
    };
  });
}

/** Number of distinct orders of these readers, for one news window. */
export const distinctOrders = (readers: readonly Choices[]): number =>
  new Set(
    readers.map(({ language, voice, country, categories: chosen, plan, zone }) =>
      JSON.stringify([language, voice, country, chosen, plan.id, zone]),
    ),
  ).size;
