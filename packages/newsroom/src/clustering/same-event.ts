import type { Story } from "../news.ts";
import { areDifferentEvents } from "./different-events.ts";
import { keysOf, similarityOf, type Corpus, type Keys } from "./similarity.ts";
import { factsOf, type Facts } from "./story-facts.ts";

/** Similarity above which a digest should have only one of two stories. Without an index, every key is equally rare. */
const sameEvent = 1.2;

const corpusOf = (one: Keys, other: Keys): Corpus => ({
  rarity: () => 1,
  isName: (key) => one.names.has(key) || other.names.has(key),
});

/** An article prepared for comparisons. Only its keys are always needed: the rest is computed for articles that share some. */
export type PreparedArticle = { keys: Keys; headlineKeys: () => Keys; facts: () => Facts };
export function preparedArticle(article: Parameters<typeof factsOf>[0]): PreparedArticle {
  let headlineKeys: Keys | null = null;
  let facts: Facts | null = null;
  return {
    keys: keysOf(article),
    headlineKeys: () => (headlineKeys ??= keysOf({ ...article, summary: "" })),
    facts: () => (facts ??= factsOf(article)),
  };
}

export type PreparedStory = readonly PreparedArticle[];
export const preparedStory = ({
  language,
  sources,
}: {
  language: Story["language"];
  sources: readonly { title: string; summary: string }[];
}): PreparedStory =>
  sources.map(({ title, summary }) => preparedArticle({ language, title, summary }));

/**
 * Whether two stories report one event although clustering kept them apart. Less strict than clustering: a digest loses
 * little when it leaves out a story, and an archive much when it merges two.
 */
export const reportSameEvent = (one: PreparedStory, other: PreparedStory): boolean =>
  one.some((article) =>
    other.some(
      (against) =>
        similarityOf(article.keys, against.keys, corpusOf(article.keys, against.keys)) >=
          sameEvent && !areDifferentEvents(article.facts(), against.facts(), () => true),
    ),
  );
