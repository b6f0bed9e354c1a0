import type { Language } from "@matinale/contracts";
import { isLivePage, withoutDateline, withoutKicker } from "../text/kicker.ts";
import { storyKeys } from "./story-keys.ts";

export type Keys = {
  weights: ReadonlyMap<string, number>;
  names: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Whether the summary says more than the headline. */
  summarised: boolean;
};

/** What all articles together say of a key. */
export type Corpus = {
  /** How rare the key is, from 0 to 1: rare keys count more. */
  rarity: (key: string) => number;
  isName: (key: string) => boolean;
};

const titleWeight = 2;
const nameWeight = 1.5;
/** Two articles with fewer keys in common are not similar, and neither are those that share only names: many events have the same place. */
export const minShared = 3;
/** Two long reports have a few words in common by chance: the shorter one must share this part of its keys. */
const minShare = 0.25;
/** The sum of rarities that two headlines must share. A name counts less: many events have the same people and places. */
const minHeadline = 1.05;
const nameShare = 0.25;
/**
 * The sum of rarities, for each key of the shorter report, that two reports must share. Only the rarity above that of
 * everyday words of the news counts.
 */
const minReport = 0.14;
const everyday = 0.3;

/** The keys of the headline and the summary; of the headline alone for a live page, which sums up many events. */
export function keysOf(article: { title: string; summary: string; language: Language }): Keys {
  const { title, language } = article;
  const summary = isLivePage(title) ? "" : withoutDateline(article.summary);
  const inTitle = storyKeys(withoutKicker(title), language);
  const inSummary = storyKeys(summary, language);
  const names = new Set([...inTitle.names, ...inSummary.names]);
  const weights = new Map<string, number>();
  for (const key of inSummary.keys) weights.set(key, 1);
  for (const key of inTitle.keys) weights.set(key, titleWeight);
  for (const [key, weight] of weights) if (names.has(key)) weights.set(key, weight * nameWeight);
  const words = new Set([...inTitle.words, ...inSummary.words]);
  const summarised = inSummary.keys.some((key) => !inTitle.keys.includes(key));
  return { weights, names, words, summarised };
}

const isInTitle = ({ weights }: Keys, key: string): boolean =>
  (weights.get(key) ?? 0) >= titleWeight;

/** Whether two headlines share enough keys to be similar. */
export const mayShareHeadline = (one: Keys, other: Keys): boolean =>
  [...one.weights.keys()].filter((key) => isInTitle(one, key) && isInTitle(other, key)).length >=
  minShared;

/**
 * How similar two articles are: the cosine of their weighted keys, multiplied by the sum of the rarities of the shared keys.
 * Two short headlines need many words in common, two long summaries a smaller share of theirs. 0 for fewer than three
 * shared keys or a quarter of the shorter article's, for a headline without a key of the other article, and for little but
 * names and everyday words.
 */
export function similarityOf(one: Keys, other: Keys, corpus: Corpus): number {
  const { rarity, isName } = corpus;
  const mayBeName = (key: string) => isName(key) || one.names.has(key) || other.names.has(key);
  const shared = [...one.weights.keys()].filter((key) => other.weights.has(key));
  if (shared.length < minShared || shared.every(mayBeName)) return 0;
  // an outlet may describe itself in every summary, and that says nothing of a headline
  if (![one, other].every((keys) => shared.some((key) => isInTitle(keys, key)))) return 0;
  const shorter = Math.min(one.weights.size, other.weights.size);
  if (shared.length < minShare * shorter) return 0;
  let [dot, evidence, headline, report] = [0, 0, 0, 0];
  for (const key of shared) {
    const rare = rarity(key);
    dot += (one.weights.get(key) ?? 0) * (other.weights.get(key) ?? 0) * rare ** 2;
    evidence += rare;
    headline += isName(key) ? rare * nameShare : rare;
    report += Math.max(0, rare - everyday);
  }
  const enough =
    one.summarised && other.summarised ? report >= minReport * shorter : headline >= minHeadline;
  return enough ? (evidence * dot) / (normOf(one, rarity) * normOf(other, rarity)) : 0;
}

function normOf({ weights }: Keys, rarity: Corpus["rarity"]): number {
  let sum = 0;
  for (const [key, weight] of weights) sum += (weight * rarity(key)) ** 2;
  return Math.sqrt(sum);
}
