import { StoryIndex } from "../src/clustering/index.ts";
import { articleOf, type ArticlePair, type LabelledArticle } from "./labelled.ts";

/**
 * precision: of all pairs of articles that clustering put into one story, the share that reports one event.
 * recall: of all pairs of articles that report one event, the share that clustering put into one story.
 */
export type Quality = { precision: number; recall: number };
/** mixed: of all stories of several articles, the share that reports more than one event. */
export type StoryQuality = Quality & { mixed: number };

type Clustered = LabelledArticle & { story: string };

/** The articles in the order of publication, each with the story that clustering put it into. */
export function clustered(labelled: readonly LabelledArticle[]): Clustered[] {
  const index = new StoryIndex();
  return labelled
    .toSorted((one, other) => one.hours - other.hours)
    .map((each, position) => {
      const story = index.match(articleOf(each)) ?? `${position}`;
      index.add(story, articleOf(each));
      return { ...each, story };
    });
}

/** @param counts  which pairs of articles are counted; all of them by default */
export function qualityOf(
  all: readonly Clustered[],
  counts = (_one: LabelledArticle, _other: LabelledArticle) => true,
): StoryQuality {
  let [sameEvent, right, wrong] = [0, 0, 0];
  for (const [position, one] of all.entries()) {
    for (const other of all.slice(position + 1)) {
      if (!counts(one, other)) continue;
      const same = one.event === other.event;
      if (same) sameEvent += 1;
      if (one.story === other.story)
        [right, wrong] = same ? [right + 1, wrong] : [right, wrong + 1];
    }
  }
  const merged = [...Map.groupBy(all, ({ story }) => story).values()].filter(
    (articles) => articles.length > 1,
  );
  const mixed = merged.filter((articles) => new Set(articles.map(({ event }) => event)).size > 1);
  return {
    precision: right / (right + wrong),
    recall: right / sameEvent,
    mixed: mixed.length / merged.length,
  };
}

export const clusteringQuality = (
  labelled: readonly LabelledArticle[],
  counts?: (one: LabelledArticle, other: LabelledArticle) => boolean,
): StoryQuality => qualityOf(clustered(labelled), counts);

export const acrossLanguages = (one: LabelledArticle, other: LabelledArticle): boolean =>
  one.language !== other.language;

/** Whether clustering puts both articles of a pair into one story, with other articles in the index. */
export function isJoined(
  { articles }: ArticlePair,
  others: readonly LabelledArticle[] = [],
): boolean {
  const index = new StoryIndex();
  for (const other of others) index.add(`other ${other.event}`, articleOf(other));
  const [first, second] = articles.toSorted((one, other) => one.hours - other.hours);
  if (first === undefined || second === undefined) throw new RangeError("a pair has two articles");
  const story = index.match(articleOf(first)) ?? "first";
  index.add(story, articleOf(first));
  return index.match(articleOf(second)) === story;
}

/** Precision and recall over pairs of articles, each pair clustered alone. */
export function pairQuality(pairs: readonly ArticlePair[]): Quality {
  const joined = pairs.filter((pair) => isJoined(pair));
  const right = joined.filter(({ same }) => same).length;
  return {
    precision: right / joined.length,
    recall: right / pairs.filter(({ same }) => same).length,
  };
}
