import type { CategorySlug } from "@matinale/contracts";
import type { Story } from "@matinale/newsroom";
import type { DigestOrder } from "../news.ts";

const hourMs = 3_600_000;

type Window = Pick<DigestOrder, "windowStart" | "windowEnd">;

/**
 * Hours after which the weight of a story is halved: half the window, at least 12. With 12 hours for a week, a widely
 * reported story of the first day would come after every story of the last day.
 */
const halfLifeHours = ({ windowStart, windowEnd }: Window): number =>
  Math.max(12, (windowEnd.getTime() - windowStart.getTime()) / hourMs / 2);

/** The weight of a story: higher for fresh stories and for stories of several outlets. Higher weights come first. */
export function weight(story: Story, now: Date, halfLife = 12): number {
  const articles = [...story.sources, ...(story.elsewhere ?? [])];
  const outlets = new Set(articles.map((source) => source.outlet)).size;
  const published = Math.max(...story.sources.map((source) => source.publishedAt.getTime()));
  const hours = Math.max(0, (now.getTime() - published) / hourMs);
  const substance = story.sources.some((source) => source.summary.length > 60) ? 1 : 0.6;
  return substance * (1 + Math.log2(outlets)) * 0.5 ** (hours / halfLife);
}

/** 0 for a story of the subscriber's country, 1 for the international edition, 2 for other countries. */
const distance = (story: Story, country: string): number =>
  story.countries.some((each) => each === country)
    ? 0
    : story.countries.includes("international")
      ? 1
      : 2;

export type Chapter = { category: CategorySlug; stories: Story[] };

/**
 * Chooses the stories of a digest: one chapter for each category, in the order of the categories.
 *
 * Only stories first seen in the window. Those of the subscriber's country come first, then the international edition,
 * then other countries; inside each group by weight. Categories take turns until the time is used up: each gets one story
 * before one gets a second. A story that is too long for the rest does not block a shorter one. A chapter may be empty.
 *
 * @param secondsOf  expected speaking time of a story
 * @param seconds    time for stories, without headings and greetings
 */
export function chooseStories(
  candidates: readonly Story[],
  order: Pick<DigestOrder, "country" | "categories" | "windowStart" | "windowEnd">,
  { seconds, secondsOf, now }: { seconds: number; secondsOf: (story: Story) => number; now: Date },
): Chapter[] {
  const news = candidates.filter(
    (story) => story.firstSeenAt > order.windowStart && story.firstSeenAt <= order.windowEnd,
  );
  const halfLife = halfLifeHours(order);
  const queues = order.categories.map((category) => ({
    chapter: { category, stories: [] as Story[] },
    waiting: news
      .filter((story) => story.category === category)
      .map((story) => ({
        story,
        near: distance(story, order.country),
        weight: weight(story, now, halfLife),
      }))
      .toSorted(
        (one, other) =>
          one.near - other.near ||
          other.weight - one.weight ||
          (one.story.id < other.story.id ? -1 : 1),
      )
      .map(({ story }) => story),
  }));
  let left = seconds;
  for (let chosen = true; chosen;) {
    chosen = false;
    for (const { chapter, waiting } of queues) {
      const fits = waiting.findIndex((story) => secondsOf(story) <= left);
      if (fits === -1) continue;
      const [story] = waiting.splice(fits, 1);
      if (story === undefined) continue;
      chapter.stories.push(story);
      left -= secondsOf(story);
      chosen = true;
    }
  }
  return queues.map(({ chapter }) => chapter);
}
