import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds. */
const patience = 20_000;
/** Longer than a story that was just written takes to become news. */
const steadyFor = 4_000;

/**
 * Resolves once content has read the feeds and made stories of what was in them, so that a first digest has news in
 * each category. On a machine where it cannot it only waits a while: a digest of less is still a digest.
 */
export async function firstNews(contentMetricsUrl: string): Promise<void> {
  const deadline = Date.now() + patience;
  let last = 0;
  let since = Date.now();
  while (Date.now() < deadline) {
    const { read, sorted } = progressOf(await (await fetch(contentMetricsUrl)).text());
    if (sorted !== last) [last, since] = [sorted, Date.now()];
    if (read > 0 && sorted >= read && Date.now() - since > steadyFor) return;
    await delay(200);
  }
}

/** Feed items that content has read and sorted, from the text of its metrics. */
export function progressOf(metrics: string): { read: number; sorted: number } {
  return {
    read: sumOf(metrics, "content_feed_items_total"),
    sorted: sumOf(metrics, "content_items_sorted_total"),
  };
}

function sumOf(metrics: string, name: string): number {
  const values = metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"));
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}
