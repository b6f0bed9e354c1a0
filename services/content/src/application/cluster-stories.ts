import { setImmediate as pause } from "node:timers/promises";
import { counter, type NextRound } from "@matinale/kit";
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
/** Articles compared before the event loop runs other work. */
const perTurn = 50;

export type Clustering = AlertDetection & {
  items: ItemStore;
  stories: StoryStore;
  leases: SingletonLeases;
  /** Called when there are alerts to compose. */
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
  try {
    const unclustered = await items.unclustered(batch);
    await known.refresh(stories, now);
    const assigned: Assignment[] = [];
    for (const [position, item] of unclustered.entries()) {
      const match = known.match(item);
      const storyId = match ?? storyKey(item.id);
      assigned.push({ item, storyId });
      known.add(storyId, { ...item, itemId: item.id }, { ...item, countries: [item.country] });
      clusteredItems.inc({ language: item.language, became: match === null ? "story" : "source" });
      if (position % perTurn === perTurn - 1) await pause();
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
    await leases.release(lease);
  }
}
