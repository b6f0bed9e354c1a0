import type { CategorySlug } from "@matinale/contracts";
import type { StoryIndex } from "../clustering/clustering.ts";
import { reportSameEvent } from "../clustering/same-event.ts";
import { isExpected } from "./expected-event.ts";
import { independentReports, type Report } from "./independent-reports.ts";
import { minOutlets, spreadOf, type Spread } from "./spread.ts";

/** After an outage, a story whose last report is older is in the next edition and no alert. */
const lateMs = 20 * 60_000;

export type AlertContext = {
  /** The articles of the last two days. */
  index: StoryIndex;
  threshold: number;
  /** Ids of the stories with an alert of the last two days. */
  alerted: readonly string[];
  now: Date;
};

/** Whether an event that four outlets report is breaking news, or why not. */
export type Verdict = "breaking" | "expected" | "slow" | "repeated" | "late";

/** A story whose last article is older has no event that is breaking now. Milliseconds. */
export const activeMs = 40 * 60_000;

/** A story of the index. */
export type EventStory = {
  id: string;
  category: CategorySlug;
  /** Its articles of all languages, in any order. */
  reports: readonly Report[];
};

/**
 * The stories that report the event of one of them, with it: clustering keeps apart what it cannot join for sure.
 *
 * @param others  stories that are about as old
 */
export const sameEventAs = (
  story: EventStory,
  others: readonly EventStory[],
  index: StoryIndex,
): EventStory[] => [
  story,
  ...others.filter(
    ({ id }) =>
      id !== story.id && reportSameEvent(index.articlesOf(id), index.articlesOf(story.id)),
  ),
];

/**
 * Whether an event is breaking news: four independent outlets carry it within half an hour, it spread as fast as few events
 * of the month, it was unexpected, and no alert is about it.
 *
 * @param stories  all stories that report the event, at least one
 * @returns null while fewer than four independent outlets carry it within half an hour
 */
export function judgeEvent(
  stories: readonly EventStory[],
  { index, threshold, alerted, now }: AlertContext,
): { verdict: Verdict; spread: Spread } | null {
  const spread = spreadOf(independentReports(stories.flatMap(({ reports }) => reports)));
  if (spread === null) return null;
  const last = Math.max(...spread.reports.map(({ publishedAt }) => publishedAt.getTime()));
  const first = spread.reports.slice(0, minOutlets);
  const isOnEvent = (alertedId: string) =>
    stories.some(({ id }) => reportSameEvent(index.articlesOf(alertedId), index.articlesOf(id)));
  const verdict = (): Verdict => {
    if (now.getTime() - last > lateMs) return "late";
    if (isExpected(first, index, stories[0]?.category === "sports")) return "expected";
    if (spread.weight < threshold) return "slow";
    if (alerted.some(isOnEvent)) return "repeated";
    return "breaking";
  };
  return { verdict: verdict(), spread };
}
