import { readFileSync } from "node:fs";
import type { Language } from "@matinale/contracts";
import type { Article } from "../src/clustering/index.ts";

/** Thresholds were tuned on one split of the labelled data; the other shows what they do with unknown articles. */
export type Split = "tuning" | "held-out";

/** An article written for this evaluation, published some hours after the first one. */
type Written = { language: Language; hours: number; title: string; summary: string };

/** Articles of the same event carry the same name of the event. */
export type LabelledArticle = Written & { split: Split; event: string };

/** An event with the headlines of several outlets; some of them have a summary. */
type LabelledEvent = {
  split: Split;
  event: string;
  articles: (Omit<Written, "summary"> & { summary?: string })[];
};

/** Two articles that read alike: `same` when they report one event, else two events of one kind. */
export type ArticlePair = { split: Split; kind: string; same: boolean; articles: Written[] };

/** An article of a kind that digests got wrong: whether it is news, and what its script must and must not say. */
export type TrapArticle = {
  trap: string;
  language: Language;
  news: boolean;
  title: string;
  summary?: string;
  says?: string;
  silent?: string;
};

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));

export const labelledArticles = read("articles.json") as readonly LabelledArticle[];
export const labelledEvents = read("events.json") as readonly LabelledEvent[];
const reported = labelledEvents.flatMap(({ split, event, articles }) =>
  articles.map(({ summary = "", ...article }): LabelledArticle => ({
    split,
    event,
    summary,
    ...article,
  })),
);
export const summarised: readonly LabelledArticle[] = [
  ...labelledArticles,
  ...reported.filter(({ summary }) => summary !== ""),
];
/** All labelled articles, without their summaries. */
export const headlines: readonly LabelledArticle[] = [...labelledArticles, ...reported].map(
  (article) => ({ ...article, summary: "" }),
);
export const trapArticles = read("traps.json") as readonly TrapArticle[];
export const articlePairs = read("article-pairs.json") as readonly ArticlePair[];

const start = Date.parse("2026-11-21T06:00:00Z");
let created = 0;

/** The article as clustering gets it, with a feed and a link that no other article has. */
export function articleOf({ language, title, summary, hours }: Written): Article {
  created += 1;
  return {
    language,
    title,
    summary,
    feedId: `feed-${created}`,
    url: `https://n.example/${created}`,
    publishedAt: new Date(start + hours * 3_600_000),
  };
}
