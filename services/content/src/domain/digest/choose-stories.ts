import type { Story } from "@matinale/newsroom";
import { hasHeadlinesOnly } from "@matinale/newsroom/summary";
import type { DigestOrder } from "../news.ts";

const hourMs = 3_600_000;

type Window = Pick<DigestOrder, "windowStart" | "windowEnd">;

/**
 * Hours after which the weight of a story is halved: half the window, at least 12. With 12 hours for a week, a widely
 * reported story of the first day would come after every story of the last day.
 */
const halfLifeHours = ({ windowStart, windowEnd }: Window): number =>
  Math.max(12, (windowEnd.getTime() - windowStart.getTime()) / hourMs / 2);

/** Share of its weight that a story keeps when only its headline can be spoken. */
const headlineOnly = 0.3;

/** Each outlet of a story with a summary counts like this many outlets of a story with headlines only. */
export const summaryFactor = 5;

/** The weight of a story: higher for fresh stories and for stories of several outlets. Higher weights come first. */
export function weight(story: Story, window: Window): number {
  const articles = [...story.sources, ...(story.elsewhere ?? [])];
  const outlets = new Set(articles.map((source) => source.outlet)).size;
  const published = Math.max(...story.sources.map((source) => source.publishedAt.getTime()));
  const hours = Math.max(0, (window.windowEnd.getTime() - published) / hourMs);
  const hasSummary =
    !hasHeadlinesOnly(story) && story.sources.some((source) => source.summary.length > 60);
  const substance = hasSummary ? 1 : headlineOnly;
  return substance * (1 + Math.log2(outlets)) * 0.5 ** (hours / halfLifeHours(window));
}

/** 0 for a story of the subscriber's country, 1 for the international edition, 2 for other countries. */
const distance = (story: Story, country: string): number =>
  story.countries.some((each) => each === country)
    ? 0
    : story.countries.includes("international")
      ? 1
      : 2;

/** News of other countries than the subscriber's rarely open an edition. By distance. */
const shareOfWeight = [1, 1, 0.3];

/** A candidate of a digest with its weight for this reader. */
export type Weighted = { story: Story; weight: number };

/**
 * The stories of a window in the order in which a digest takes them. Those of the subscriber's country come first, then
 * the international edition, then other countries; inside each group by weight. Categories take turns: each gets one story
 * before one gets a second.
 */
export function storyQueue(
  candidates: readonly Story[],
  order: Window & Pick<DigestOrder, "country" | "categories">,
): Weighted[] {
  const news = candidates
    .map((story) => {
      const near = distance(story, order.country);
      return { story, near, weight: weight(story, order) * (shareOfWeight[near] ?? 1) };
    })
    .toSorted(
      (one, other) =>
        one.near - other.near ||
        other.weight - one.weight ||
        (one.story.id < other.story.id ? -1 : 1),
    );
  const queues = order.categories.map((category) =>
    news.filter(({ story }) => story.category === category),
  );
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => {
      const next = queue[turn];
      return next === undefined ? [] : [{ story: next.story, weight: next.weight }];
    }),
  ).flat();
}
