import type { Language } from "@matinale/contracts";
import { withoutKicker } from "../text/kicker.ts";
import { storyKeys } from "./story-keys.ts";

/** The keys of an article with their weights, and those that are names or numbers. */
export type Keys = {
  weights: ReadonlyMap<string, number>;
  names: ReadonlySet<string>;
};

/** How rare a key is, from 0 to 1: rare keys count more. */
export type Rarity = (key: string) => number;

const titleWeight = 2;
const nameWeight = 1.5;
/** Fewer keys than these in common are no likeness, and neither are names alone: many events have the same place. */
export const minShared = 3;
const minSharedWords = 1;
/** Two long reports have a few words in common by chance: the shorter one must share this part of its keys. */
const minShare = 0.25;

export function keysOf({
  title,
  summary,
  language,
}: {
  title: string;
  summary: string;
  language: Language;
}): Keys {
  const inTitle = storyKeys(withoutKicker(title), language);
  const inSummary = storyKeys(summary, language);
  const names = new Set([...inTitle.names, ...inSummary.names]);
  const weights = new Map<string, number>();
  for (const key of inSummary.keys) weights.set(key, 1);
  for (const key of inTitle.keys) weights.set(key, titleWeight);
  for (const [key, weight] of weights) if (names.has(key)) weights.set(key, weight * nameWeight);
  return { weights, names };
}

/**
 * How alike two articles are: the cosine of their weighted keys, multiplied by the sum of the rarities of the shared keys.
 * Two short headlines need many words in common, two long summaries a smaller share of theirs. 0 for fewer than three
 * shared keys or a quarter of the shorter article's, and for shared names alone.
 */
export function likenessOf(one: Keys, other: Keys, rarity: Rarity): number {
  const shared = [...one.weights.keys()].filter((key) => other.weights.has(key));
  if (shared.length < minShared) return 0;
  const words = shared.filter((key) => !one.names.has(key) && !other.names.has(key));
  if (words.length < minSharedWords) return 0;
  if (shared.length < minShare * Math.min(one.weights.size, other.weights.size)) return 0;
  let [dot, evidence] = [0, 0];
  for (const key of shared) {
    const rare = rarity(key);
    dot += (one.weights.get(key) ?? 0) * (other.weights.get(key) ?? 0) * rare ** 2;
    evidence += rare;
  }
  return dot === 0 ? 0 : (evidence * dot) / (normOf(one, rarity) * normOf(other, rarity));
}

function normOf({ weights }: Keys, rarity: Rarity): number {
  let sum = 0;
  for (const [key, weight] of weights) sum += (weight * rarity(key)) ** 2;
  return Math.sqrt(sum);
}
