import { ticker, type Worker } from "@matinale/kit";
import { pollFeed, type FeedPolling } from "../application/poll-feed.ts";
import { Background } from "./background.ts";
import { showFeedHealth } from "./feed-health.ts";

/** Milliseconds between two rounds, at least, and at most: another process may add feeds. */
const pause = { least: 1_000, most: 60_000 };
const hostsAtOnce = 16;
/** Feeds read under one claim of their host: their deadlines together stay below the lease. */
const feedsAtOnce = 3;
const leaseMs = 120_000;

/** Claims hosts with due feeds by lease and polls one feed of a host at a time. Sleeps until a feed is due. */
export function pollFeeds(polling: FeedPolling): Worker & { wake(): void } {
  const { feeds, logger } = polling;
  const stopping = new AbortController();
  const background = new Background(hostsAtOnce, logger);
  showFeedHealth(feeds);

  const rounds = ticker({
    name: "poll-feeds",
    everyMs: pause.most,
    logger,
    run: async () => {
      // finishing a host wakes the worker
      if (background.room === 0) return;
      const hosts = await feeds.claimHosts(background.room, leaseMs, new Date());
      if (hosts.length === 0) {
        const ms = (await feeds.nextDueAt()).getTime() - Date.now();
        return Math.min(pause.most, Math.max(pause.least, ms));
      }
      for (const host of hosts) {
        background.start(async () => {
          try {
            for (const feed of await feeds.due(host._id, feedsAtOnce, new Date())) {
              if (stopping.signal.aborted) break;
              if ((await pollFeed(polling, feed, stopping.signal)) === "leave") break;
            }
          } finally {
            await feeds.release(host);
            rounds.wake();
          }
        });
      }
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
