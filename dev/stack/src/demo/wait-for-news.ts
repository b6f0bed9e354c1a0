import { setTimeout as delay } from "node:timers/promises";
import { seriesSum } from "../series-sum.ts";

const timeoutMs = 20_000;
/** Longer than a new story takes until digests can use it. */
const steadyMs = 4_000;

/**
 * Resolves once content has read the feeds and sorted their items into stories, so that a first digest has news in
 * each category. Resolves after a time limit in any case: a smaller digest still works.
 */
export async function waitForNews(contentMetricsUrl: string): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let last = 0;
  let since = Date.now();
  while (Date.now() < deadline) {
    const { read, sorted } = progressOf(await (await fetch(contentMetricsUrl)).text());
    if (sorted !== last) [last, since] = [sorted, Date.now()];
    if (read > 0 && sorted >= read && Date.now() - since > steadyMs) return;
    await delay(200);
  }
}

/** Feed items that content has read and sorted, from the text of its metrics. */
export function progressOf(metrics: string): { read: number; sorted: number } {
  return {
    read: seriesSum(metrics, "content_feed_items_total"),
    sorted: seriesSum(metrics, "content_items_sorted_total"),
  };
}
