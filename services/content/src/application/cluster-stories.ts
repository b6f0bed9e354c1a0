import { setImmediate as pause } from "node:timers/promises";
import { counter, type NextRound } from "@matinale/kit";
import { keepLease } from "@matinale/kit/mongo";
import { storyKey } from "../domain/content-keys.ts";
import type { Assignment, ItemStore } from "../store/items.ts";
import type { SingletonLeases } from "../store/singleton-leases.ts";
import type { StoryStore } from "../store/stories.ts";
import { detectAlerts, type AlertDetection } from "./detect-alerts.ts";
import { RecentStories } from "./recent-stories.ts";

const clusteredItems = counter("content_items_sorted_total");

/** Milliseconds to the next attempt when another process holds the lease: it may have missed the newest items. */
const leaseTakenMs = 2_000;
/** One process at a time: two that cluster could make two stories of one event. */
const leaseName = "story-clustering";
const leaseMs = 30_000;
const batch = 300;
/** Milliseconds of comparisons before the event loop runs other work, such as the renewal of the lease. */
const turnMs = 50;

export type Clustering = AlertDetection & {
  items: ItemStore;
  stories: StoryStore;
  leases: SingletonLeases;
  onAlert: () => void;
};

/**
 * Assigns new items to stories and raises alerts, under a singleton lease. Repeated after a crash, it gives the same result.
 */
export async function clusterStories(
  clustering: Clustering,
  now: Date,
  known = new RecentStories(),
): Promise<NextRound> {
  const { items, stories, leases } = clustering;
  const waiting = await items.unclustered(1);
  if (waiting.length === 0) return;
  const lease = await leases.claim(leaseName, leaseMs, now);
  if (lease === null) return leaseTakenMs;
  const renew = (until: Date) => leases.renew([lease], until);
  // a failed renewal shows before the stories are written
  const stop = keepLease(renew, { leaseMs, failed: () => undefined });
  try {
    const unclustered = await items.unclustered(batch);
    await known.refresh(stories, now);
    const assigned: Assignment[] = [];
    let turnStartedAt = performance.now();
    for (const item of unclustered) {
      const match = known.match(item);
      const storyId = match ?? storyKey(item.id);
      assigned.push({ item, storyId });
      known.add(storyId, { ...item, itemId: item.id }, { ...item, countries: [item.country] });
      clusteredItems.inc({ language: item.language, became: match === null ? "story" : "source" });
      if (performance.now() - turnStartedAt < turnMs) continue;
      await pause();
      turnStartedAt = performance.now();
    }
    if ((await renew(new Date(Date.now() + leaseMs))) === 0) {
      // another process clusters these articles
      known.invalidate();
      return leaseTakenMs;
    }
    await stories.assign(assigned);
    const changed = new Set(assigned.map(({ storyId }) => storyId));
    if ((await detectAlerts(changed, known, clustering, now)) > 0) clustering.onAlert();
    await items.markClustered(assigned);
    if (unclustered.length === batch) return "again";
  } catch (error) {
    known.invalidate();
    throw error;
  } finally {
    stop();
    await leases.release(lease);
  }
}
