import { ticker, type Worker } from "@matinale/kit";
import { pollFeed, type FeedPolling } from "../application/poll-feed.ts";
import { backgroundTasks } from "./background.ts";
import { showFeedHealth } from "./feed-health.ts";

/** Least and most milliseconds between two rounds. At most a minute, because another process may add feeds. */
const pause = { min: 1_000, max: 60_000 };
const hostsAtOnce = 16;
/** Feeds read under one lease of their host: the sum of their deadlines is below the lease. */
const feedsAtOnce = 3;
const leaseMs = 120_000;

/** Leases hosts with due feeds and polls one feed of a host at a time. Sleeps until the next feed is due. */
export function pollFeeds(polling: FeedPolling): Worker & { wake(): void } {
  const { feeds, leases, logger } = polling;
  const stopping = new AbortController();
  const background = backgroundTasks(hostsAtOnce, logger);
  showFeedHealth(feeds);

  const rounds = ticker({
    name: "poll-feeds",
    everyMs: pause.max,
    logger,
    run: async () => {
      for (const host of await feeds.dueHosts(new Date())) {
        // a host that is done wakes the worker
        if (background.freeSlots() === 0) return;
        const lease = await leases.claim(host, leaseMs, new Date());
        if (lease === null) continue;
        background.start({ host }, async () => {
          try {
            for (const feed of await feeds.due(host, feedsAtOnce, new Date())) {
              if (stopping.signal.aborted) break;
              if ((await pollFeed(polling, feed, stopping.signal)) === "host_paused") break;
            }
          } finally {
            await leases.release(lease);
            rounds.wake();
          }
        });
      }
      const next = (await feeds.nextDueAt())?.getTime() ?? Number.POSITIVE_INFINITY;
      return Math.min(pause.max, Math.max(pause.min, next - Date.now()));
    },
  });

  return {
    start: () => rounds.start(),
    wake: () => rounds.wake(),
    stop: async () => {
      stopping.abort();
      await rounds.stop();
      await background.finished();
    },
  };
}
