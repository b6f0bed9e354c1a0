import type { Language } from "@matinale/contracts";
import { isListing } from "../text/is-news.ts";
import { areDifferentEvents, shareMeasure } from "./different-events.ts";
import {
  keysOf,
  mayShareHeadline,
  similarityOf,
  minShared,
  type Corpus,
  type Keys,
} from "./similarity.ts";
import { preparedArticle, type PreparedArticle, type PreparedStory } from "./same-event.ts";
import type { Facts, Name } from "./story-facts.ts";
import { wordKeys } from "./story-keys.ts";

export type Article = {
  language: Language;
  title: string;
  summary: string;
  publishedAt: Date;
  url: string;
  feedId: string;
};

type Known = PreparedArticle & { storyId: string; article: Article };

const hourMs = 60 * 60 * 1000;
/** Articles further apart in time report two events. */
const farApartMs = 36 * hourMs;
/*
 * Similarity is no share: `similarityOf` multiplies a cosine by the sum of the shared rarities, so that close reports have 5
 * or more. The thresholds are tuned on the `tuning` split of the labelled data in `evaluation/`, which the examples are from.
 */
/**
 * Similarity above which two articles report one event, when one has no summary. "Four dead, dozens hurt in Peru earthquake"
 * and "Peru quake death toll rises to seven" have about 1.1. "UK interest rates stay at 3.75% after five-four vote" and
 * "European Central Bank leaves interest rate unchanged at 2%" are two events, with 0.7.
 */
const sameHeadline = 0.9;
/**
 * The same when both have a summary, because long texts share a smaller part of their keys. The reports under "Chipmakers drag
 * Wall Street lower at the close" and "Nasdaq falls 1.4% as chip sell-off deepens" have about 0.6; those on the closes of
 * Paris and of Wall Street on one day, which are two events, 0.4.
 */
const sameReport = 0.45;
/**
 * Factor on the threshold for two articles of one feed: an outlet reports an event once. What else it writes in the same
 * words is the next part of a series, the page of the next day, or a new development.
 */
const sameFeedFactor = 20;
/** Hours after which the threshold is four times as high: a later article more probably reports a consequence. */
const followsUpHours = 16;
/** An article joins a story when its mean similarity to the story's articles is at least this share of the threshold. */
const cohesionShare = 0.2;
/**
 * A story contradicts an article when at least this share of its articles reports another event. At exactly this share it
 * does not, if the most similar article agrees and shares a measure: of two articles in a story, one that gives the same
 * number as the new article outweighs one with another name.
 */
const contradictionShare = 0.5;
/** Rarities are those of an index of at least this many articles: in a small one every key would be common. */
const minArticles = 350;
/** A name is rare when at most this share of the articles contains it, or at most this number of a small index. */
const rareShare = 0.03;
const fewArticles = 8;

/**
 * An index of recent stories in all languages that finds the story of a new article.
 *
 * An article joins the story of its most similar article when both are similar enough and close enough in time, the rest
 * of the story is similar too, and less than half of it contradicts the article. Weather, agendas, draws and other
 * listings have no event and join nothing.
 */
export class StoryIndex {
  readonly #known: Known[] = [];
  readonly #byKey = new Map<string, Set<number>>();
  /** How many more articles write a key as a name than in lower case. */
  readonly #named = new Map<string, number>();
  readonly #byStory = new Map<string, Known[]>();
  /** Links of feeds, and links that one feed uses for several entries, such as a live page: these identify no article. */
  readonly #linked = new Set<string>();
  readonly #shared = new Set<string>();

  add(storyId: string, article: Article): void {
    const known = { storyId, article, ...preparedArticle(article) };
    const position = this.#known.push(known) - 1;
    for (const key of known.keys.weights.keys()) {
      const holders = this.#byKey.get(key) ?? new Set();
      holders.add(position);
      this.#byKey.set(key, holders);
      const named = known.keys.words.has(key) ? -1 : Number(known.keys.names.has(key));
      this.#named.set(key, (this.#named.get(key) ?? 0) + named);
    }
    const ofStory = this.#byStory.get(storyId) ?? [];
    ofStory.push(known);
    this.#byStory.set(storyId, ofStory);
    if (this.#linked.has(linkOf(article))) this.#shared.add(article.url);
    this.#linked.add(linkOf(article));
  }

  /** The id of the story of the same event, or null when the event is new. */
  match(article: Article): string | null {
    if (isListing(article.title)) return null;
    const prepared = preparedArticle(article);
    const { keys, facts } = prepared;
    const corpus: Corpus = {
      rarity: (key) => this.#rarity(key),
      isName: (key) => key.startsWith("#") || (this.#named.get(key) ?? 0) > 0,
    };
    const similar = Map.groupBy(this.#holdersOf(keys.weights), ({ storyId }) => storyId);
    const stories = [...similar].map(([id, articles]) => {
      const margins = articles.map((known) => this.#margin(article, prepared, known, corpus));
      const most = Math.max(...margins);
      const sum = margins.reduce((all, margin) => all + margin, 0);
      return { id, closest: articles[margins.indexOf(most)], most, sum };
    });
    const found = stories
      .filter(
        ({ id, most, sum }) =>
          most >= 1 && sum >= cohesionShare * (this.#byStory.get(id)?.length ?? 0),
      )
      .toSorted((one, other) => other.most - one.most)
      .find(({ id, closest }) => !this.#contradicts(id, closest, facts()));
    return found?.id ?? null;
  }

  /**
   * The earlier articles whose headline speaks of the same as these articles together.
   *
   * @param before  only articles that were published before it
   * @returns each with the share of its headline, weighted by rarity, that these articles contain
   */
  earlierOn(articles: readonly Article[], before: Date): { article: Article; share: number }[] {
    const weights = new Map(articles.flatMap((article) => [...keysOf(article).weights]));
    return this.#holdersOf(weights).flatMap(({ article }) => {
      if (article.publishedAt >= before) return [];
      const keys = new Set(wordKeys(article.title, article.language));
      const shared = [...keys].filter((key) => weights.has(key));
      if (shared.length < minShared) return [];
      const rarityOf = (all: readonly string[]) =>
        all.reduce((sum, key) => sum + this.#rarity(key), 0);
      return { article, share: rarityOf(shared) / rarityOf([...keys]) };
    });
  }

  /** The articles of a story, prepared for comparisons. Empty when the index does not have it. */
  articlesOf(storyId: string): PreparedStory {
    return this.#byStory.get(storyId) ?? [];
  }

  #holdersOf(weights: Keys["weights"]): Known[] {
    const positions = new Set<number>();
    for (const key of weights.keys()) {
      for (const position of this.#byKey.get(key) ?? []) positions.add(position);
    }
    return [...positions].flatMap((position) => this.#known[position] ?? []);
  }

  /** Similarity of an article to a known one, divided by its threshold: at least 1 when they may report one event. */
  #margin(
    article: Article,
    { keys, headlineKeys }: PreparedArticle,
    known: Known,
    corpus: Corpus,
  ): number {
    // one link is one article, even if its headline was changed in between
    const linked = this.#isSameArticle(article, known.article) ? 1 : 0;
    const apart = Math.abs(known.article.publishedAt.getTime() - article.publishedAt.getTime());
    if (apart > farApartMs) return linked;
    const report = similarityOf(keys, known.keys, corpus);
    const summarised = keys.summarised && known.keys.summarised;
    // two long reports of one event may share little but their headlines
    const headline =
      summarised && mayShareHeadline(keys, known.keys)
        ? similarityOf(headlineKeys(), known.headlineKeys(), corpus)
        : 0;
    const factor =
      (1 + apart / (followsUpHours * hourMs)) ** 2 *
      (article.feedId === known.article.feedId ? sameFeedFactor : 1);
    const margin = Math.max(
      report / (summarised ? sameReport : sameHeadline),
      headline / sameHeadline,
    );
    return Math.max(linked, margin / factor);
  }

  #isSameArticle(article: Article, known: Article): boolean {
    return (
      article.url !== "" &&
      article.url === known.url &&
      !this.#shared.has(article.url) &&
      !this.#linked.has(linkOf(article))
    );
  }

  #contradicts(storyId: string, closest: Known | undefined, facts: Facts): boolean {
    const articles = this.#byStory.get(storyId) ?? [];
    const rare = (name: Name) => this.#isRare(name, facts.language);
    const against = articles.filter((known) => areDifferentEvents(known.facts(), facts, rare));
    return closest !== undefined &&
      !against.includes(closest) &&
      shareMeasure(closest.facts(), facts)
      ? against.length > contradictionShare * articles.length
      : against.length >= contradictionShare * articles.length;
  }

  #isRare(name: Name, language: Language): boolean {
    const maxHolders = Math.max(fewArticles, this.#known.length * rareShare);
    return wordKeys(name.join(" "), language).some(
      (key) => (this.#byKey.get(key)?.size ?? 0) <= maxHolders,
    );
  }

  /** Rarity of a key: 1 for an unknown key, lower the more articles contain it. */
  #rarity(key: string): number {
    const holders = this.#byKey.get(key)?.size ?? 0;
    const all = Math.max(this.#known.length, minArticles);
    return Math.log((all + 1) / (holders + 1)) / Math.log(all + 1);
  }
}

const linkOf = ({ url, feedId }: Article): string => `${feedId} ${url}`;
