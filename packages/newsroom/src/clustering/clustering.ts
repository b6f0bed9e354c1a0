import type { Language } from "@matinale/contracts";
import { areDifferentEvents } from "./different-events.ts";
import { factsOf, type Facts, type Name } from "./story-facts.ts";
import { storyKeys } from "./story-keys.ts";

/** An article to be compared with others. */
export type Article = {
  language: Language;
  title: string;
  summary: string;
  publishedAt: Date;
  url: string;
  /** Missing in articles that were stored before this field existed. */
  feedId?: string | undefined;
};

type Vector = Map<string, number>;
type Known = {
  storyId: string;
  article: Article;
  vector: Vector;
  names: ReadonlySet<string>;
  /** Computed only when another article is similar enough, which is rare. */
  facts: Facts | null;
};

const hour = 60 * 60 * 1000;
/** Articles further apart in time report two events. */
const farApartMs = 36 * hour;
const titleWeight = 2;
const nameWeight = 1.5;

/**
 * Thresholds above which two articles report one event: cosine of the weighted keys, number of shared keys, how many of
 * these must be names or numbers, and how many must be other words. One shared name is not an event, and neither is a
 * shared set of names ("Musée des Beaux-Arts de Dijon"). Two languages share little but names and numbers. Tuned on the
 * `tuning` half of the labelled data in `evaluation/`.
 */
const sameLanguage = { likeness: 0.3, shared: 3, names: 1, others: 2 };
const otherLanguage = { likeness: 0.25, shared: 3, names: 2, others: 1 };
/** Similarity above which two articles are the same agency report, with or without shared names. */
const sameWords = 0.5;
/** Similarity above which two entries with one link are one article, even if its headline was changed in between. */
const sameLink = 0.2;
/** Hours after which an article must be twice as similar: a later article more probably reports a consequence. */
const followsUpHours = 24;
/** A name is rare when at most this share of the articles contains it, or at most this number of a small index. */
const rareShare = 0.03;
const fewArticles = 8;

/**
 * An index of recent stories in all languages that finds the story of a new article.
 *
 * A key weighs more the rarer it is in the index; keys of the title count twice, names and numbers 1.5 times. An article
 * joins the story of its most similar article when both are similar enough, close enough in time, and no article of that
 * story contradicts it.
 */
export class StoryIndex {
  readonly #known: Known[] = [];
  readonly #byKey = new Map<string, Set<number>>();
  readonly #byStory = new Map<string, Known[]>();
  /** Links of feeds, and links that one feed uses for several entries, such as a live page: these identify no article. */
  readonly #linked = new Set<string>();
  readonly #shared = new Set<string>();

  add(storyId: string, article: Article): void {
    const known = { storyId, article, ...this.#read(article), facts: null };
    const position = this.#known.push(known) - 1;
    for (const key of known.vector.keys()) {
      const holders = this.#byKey.get(key) ?? new Set();
      holders.add(position);
      this.#byKey.set(key, holders);
    }
    const ofStory = this.#byStory.get(storyId) ?? [];
    ofStory.push(known);
    this.#byStory.set(storyId, ofStory);
    if (this.#hasLinkOf(article)) this.#shared.add(article.url);
    this.#linked.add(linkOf(article));
  }

  /** The id of the story of the same event, or null when the event is new. */
  match(article: Article): string | null {
    const { vector, names } = this.#read(article);
    const shared = new Map<number, string[]>();
    for (const key of vector.keys()) {
      for (const position of this.#byKey.get(key) ?? []) {
        const keys = shared.get(position) ?? [];
        keys.push(key);
        shared.set(position, keys);
      }
    }
    const near: { storyId: string; margin: number }[] = [];
    for (const [position, keys] of shared) {
      const known = this.#known[position];
      if (known === undefined) continue;
      const named = keys.filter((key) => names.has(key) || known.names.has(key)).length;
      const margin = this.#margin(article, vector, known, { named, all: keys.length });
      if (margin >= 1) near.push({ storyId: known.storyId, margin });
    }
    if (near.length === 0) return null;
    const facts = factsOf(article);
    const stories = near
      .toSorted((one, other) => other.margin - one.margin)
      .map(({ storyId }) => storyId);
    return [...new Set(stories)].find((storyId) => !this.#contradicts(storyId, facts)) ?? null;
  }

  /** Similarity of an article to a known one, divided by its threshold: at least 1 when they may report one event. */
  #margin(
    article: Article,
    vector: Vector,
    known: Known,
    shared: { named: number; all: number },
  ): number {
    const apart = Math.abs(known.article.publishedAt.getTime() - article.publishedAt.getTime());
    const likeness = this.#cosine(vector, known.vector);
    const linked = this.#isSameArticle(article, known.article) ? likeness / sameLink : 0;
    if (apart > farApartMs) return linked;
    const threshold = known.article.language === article.language ? sameLanguage : otherLanguage;
    const alike =
      shared.named >= threshold.names &&
      shared.all - shared.named >= threshold.others &&
      shared.all >= Math.min(threshold.shared, vector.size);
    if (!alike && likeness < sameWords) return linked;
    return Math.max(
      linked,
      likeness / (threshold.likeness * (1 + apart / (followsUpHours * hour))),
    );
  }

  /** Whether two feeds link to one article. */
  #isSameArticle(article: Article, known: Article): boolean {
    return article.url === known.url && !this.#shared.has(article.url) && !this.#hasLinkOf(article);
  }

  #hasLinkOf(article: Article): boolean {
    return this.#linked.has(linkOf(article));
  }

  /** Whether any article of a story reports another event. */
  #contradicts(storyId: string, facts: Facts): boolean {
    return (this.#byStory.get(storyId) ?? []).some((known) =>
      areDifferentEvents((known.facts ??= factsOf(known.article)), facts, (name) =>
        this.#isRare(name, facts.language),
      ),
    );
  }

  #isRare(name: Name, language: Language): boolean {
    const maxHolders = Math.max(fewArticles, this.#known.length * rareShare);
    return storyKeys(name.join(" "), language).keys.some(
      (key) => (this.#byKey.get(key)?.size ?? 0) <= maxHolders,
    );
  }

  #read({ title, summary, language }: Article): { vector: Vector; names: ReadonlySet<string> } {
    const inTitle = storyKeys(title, language);
    const inSummary = storyKeys(summary, language);
    const names = new Set([...inTitle.names, ...inSummary.names]);
    const vector: Vector = new Map();
    for (const key of inSummary.keys) vector.set(key, 1);
    for (const key of inTitle.keys) vector.set(key, titleWeight);
    for (const [key, weight] of vector) if (names.has(key)) vector.set(key, weight * nameWeight);
    return { vector, names };
  }

  /** Rarity of a key: 1 for an unknown key, lower the more articles contain it. */
  #rarity(key: string): number {
    const holders = this.#byKey.get(key)?.size ?? 0;
    const all = Math.max(this.#known.length, 20);
    return Math.log((all + 1) / (holders + 1)) / Math.log(all + 1);
  }

  #cosine(one: Vector, other: Vector): number {
    let dot = 0;
    for (const [key, weight] of one) {
      const twin = other.get(key);
      if (twin !== undefined) dot += weight * twin * this.#rarity(key) ** 2;
    }
    return dot === 0 ? 0 : dot / (this.#norm(one) * this.#norm(other));
  }

  #norm(vector: Vector): number {
    let sum = 0;
    for (const [key, weight] of vector) sum += (weight * this.#rarity(key)) ** 2;
    return Math.sqrt(sum);
  }
}

/** Identifies a link of one feed. */
const linkOf = ({ url, feedId = "" }: Article): string => `${feedId} ${url}`;
