import type { CategorySlug } from "@matinale/contracts";
import type { Story } from "@matinale/newsroom";
import type { DigestOrder } from "../news.ts";

const hourMs = 3_600_000;

type Window = Pick<DigestOrder, "windowStart" | "windowEnd">;

/**
 * Hours after which a story counts half. Half the window, and 12 for a window of a day or less: with 12 hours for a week,
 * a story of the first day, however widely reported, would come after every story of the last.
 */
const halfLifeHours = ({ windowStart, windowEnd }: Window): number =>
  Math.max(12, (windowEnd.getTime() - windowStart.getTime()) / hourMs / 2);

/** Fresh first, what several outlets report before what one does. Higher is earlier. */
export function weight(story: Story, now: Date, halfLife = 12): number {
  const articles = [...story.sources, ...(story.elsewhere ?? [])];
  const outlets = new Set(articles.map((source) => source.outlet)).size;
  const published = Math.max(...story.sources.map((source) => source.publishedAt.getTime()));
  const hours = Math.max(0, (now.getTime() - published) / hourMs);
  const said = story.sources.some((source) => source.summary.length > 60) ? 1 : 0.6;
  return said * (1 + Math.log2(outlets)) * 0.5 ** (hours / halfLife);
}

/** 0 for the subscriber's own country, 1 for the international edition, 2 for other countries' outlets. */
const distance = (story: Story, country: string): number =>
  story.countries.some((each) => each === country)
    ? 0
    : story.countries.includes("international")
      ? 1
      : 2;

export type Chapter = { category: CategorySlug; stories: Story[] };

/**
 * The stories of a digest, by chapter, in the order of its categories.
 *
 * Only stories of the window; the country's own first, then the international edition, then other countries'; inside
 * these by weight. Categories take turns until the time is used up: each gets one story before any gets a second,
 * and a story too long for what is left does not stop a shorter one of another category. A chapter may be empty.
 *
 * @param secondsOf  estimated length of a story when spoken
 * @param seconds    what is left for stories, headings and greetings taken off
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
  for (let took = true; took;) {
    took = false;
    for (const { chapter, waiting } of queues) {
      const fits = waiting.findIndex((story) => secondsOf(story) <= left);
      if (fits === -1) continue;
      const [story] = waiting.splice(fits, 1);
      if (story === undefined) continue;
      chapter.stories.push(story);
      left -= secondsOf(story);
      took = true;
    }
  }
  return queues.map(({ chapter }) => chapter);
}
