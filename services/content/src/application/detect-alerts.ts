import { setImmediate as pause } from "node:timers/promises";
import { counter } from "@matinale/kit";
import {
  activeMs,
  alertThreshold,
  comparedDays,
  judgeEvent,
  minOutlets,
  sameEventAs,
  topOfMonth,
  type EventStory,
} from "@matinale/newsroom/breaking";
import type { AlertStore } from "../store/alerts.ts";
import type { FeedStore } from "../store/feeds.ts";
import type { WeighedStories } from "../store/weighed-stories.ts";
import type { RecentStories, RecentStory } from "./recent-stories.ts";

/** Events that four outlets carried within half an hour, by verdict. */
const judgedEvents = counter("content_alerts_total", {
  verdict: ["breaking", "expected", "slow", "repeated", "late"],
});

const dayMs = 86_400_000;
/** Within this time an event has one alert, however its stories are reworded or split. */
const alertedMs = 2 * dayMs;

export type AlertDetection = {
  feeds: Pick<FeedStore, "owners">;
  alerts: Pick<AlertStore, "raise" | "storiesSince">;
  weighed: Pick<WeighedStories, "record" | "heaviest" | "since">;
};

const eventStoryOf =
  (owners: ReadonlyMap<string, string>) =>
  ({ id, category, articles }: RecentStory): EventStory => ({
    id,
    category,
    reports: articles.map((article) => ({
      ...article,
      owner: owners.get(article.feedId) ?? article.outlet,
    })),
  });

const hasEnoughOwners = (event: readonly EventStory[]): boolean =>
  new Set(event.flatMap(({ reports }) => reports.map(({ owner }) => owner))).size >= minOutlets;

const startOf = ({ reports }: EventStory): number =>
  Math.min(...reports.map(({ publishedAt }) => publishedAt.getTime()));

/**
 * Raises an alert for each event that became breaking news with the articles that were just clustered. Runs under the lease
 * of clustering; repeated after a crash, it raises nothing twice.
 *
 * @returns how many alerts were raised
 */
export async function detectAlerts(
  changedIds: ReadonlySet<string>,
  known: RecentStories,
  { feeds, alerts, weighed }: AlertDetection,
  now: Date,
): Promise<number> {
  const active = known.activeSince(new Date(now.getTime() - activeMs));
  const changed = active.filter(({ id }) => changedIds.has(id));
  if (changed.length === 0) return 0;
  const stories = active.map(eventStoryOf(await feeds.owners()));
  let raised = 0;
  for (const story of stories.filter(({ id }) => changedIds.has(id))) {
    await pause();
    const event = sameEventAs(story, stories, known.index).toSorted(
      (one, other) => startOf(one) - startOf(other),
    );
    if (!hasEnoughOwners(event)) continue;
    const storyIds = event.map(({ id }) => id);
    const [first = story] = event;
    const [heaviest, since, alerted] = await Promise.all([
      weighed.heaviest(new Date(now.getTime() - comparedDays * dayMs), topOfMonth, storyIds),
      weighed.since(),
      alerts.storiesSince(new Date(now.getTime() - alertedMs)),
    ]);
    // the verdict on an event with an alert stays: its weight counts in the month
    if (storyIds.some((id) => alerted.includes(id))) continue;
    const judged = judgeEvent(event, {
      index: known.index,
      threshold: alertThreshold(heaviest, since, now),
      alerted,
      now,
    });
    if (judged === null) continue;
    const { verdict, spread } = judged;
    const isNew = await weighed.record({
      _id: first.id,
      weight: spread.firstWeight,
      verdict,
      at: now,
    });
    if (isNew) judgedEvents.inc({ verdict });
    if (verdict !== "breaking") continue;
    const isRaised = await alerts.raise({
      _id: first.id,
      storyIds,
      category: first.category,
      countries: [...new Set(known.among(storyIds).flatMap(({ countries }) => [...countries]))],
      detectedAt: now,
    });
    if (isRaised) raised += 1;
  }
  return raised;
}
