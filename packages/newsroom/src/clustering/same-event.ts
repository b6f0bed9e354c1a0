import type { Story } from "../news.ts";
import { areDifferentEvents } from "./different-events.ts";
import { keysOf, likenessOf, type Keys } from "./likeness.ts";
import { factsOf, type Facts } from "./story-facts.ts";

/** Likeness above which a digest should have only one of two stories. Without an index, every key is equally rare. */
const sameEvent = 1.2;
const rarity = () => 1;

/** A story's articles, prepared for comparisons. */
export type Telling = readonly { keys: Keys; facts: Facts }[];

export const tellingOf = ({ language, sources }: Pick<Story, "language" | "sources">): Telling =>
  sources.map(({ title, summary }) => {
    const article = { language, title, summary };
    return { keys: keysOf(article), facts: factsOf(article) };
  });

/**
 * Whether two stories tell one event although clustering kept them apart. Less strict than clustering: a digest loses
 * little when it leaves out a story, and an archive much when it merges two.
 */
export const tellsSameEvent = (one: Telling, other: Telling): boolean =>
  one.some((article) =>
    other.some(
      (against) =>
        likenessOf(article.keys, against.keys, rarity) >= sameEvent &&
        !areDifferentEvents(article.facts, against.facts, () => true),
    ),
  );
