import { counter, ticker, type Logger, type Worker } from "@matinale/kit";
import { itemsOf } from "../domain/feeds/feed-entry.ts";
import { FeedError, type FeedParser, type FeedReader } from "../domain/feeds/feed-reading.ts";
import type { Feed } from "../domain/news.ts";
import { pollDelay } from "../domain/feeds/next-poll.ts";
import type { FeedDocument, FeedStore } from "../store/feeds.ts";
import type { StoryStore } from "../store/stories.ts";
import { Background } from "./background.ts";
import { showFeedHealth } from "./feed-health.ts";

export type FeedPolling = {
  feeds: FeedStore;
  stories: StoryStore;
  reader: FeedReader;
  parser: FeedParser;
  /** Between two polls of a feed that answers, in milliseconds. */
  intervalMs: number;
  logger: Logger;
  /** Called when there is something new to sort into stories. */
  onNews: () => void;
};

const polls = counter("content_feed_polls_total");
const received = counter("content_feed_items_total");

/** Milliseconds between two looks for what is due, at least, and at most: another process may list feeds too. */
const pause = { least: 1_000, most: 60_000 };
const hostsAtOnce = 16;
/** Feeds read under one claim of their host: their deadlines together stay below the lease. */
const feedsAtOnce = 3;
const leaseMs = 120_000;
/** Seconds that a host may ask for. */
const longestRest = 24 * 60 * 60;

const feedOf = (feed: FeedDocument): Feed => ({
  id: feed._id,
  url: feed.url,
  outlet: feed.outlet,
  language: feed.language,
  country: feed.country,
  category: feed.category,
  mixed: feed.mixed,
});

/**
 * Reads one feed and says when it is due again. Whatever a feed does, it harms itself only.
 *
 * @returns "leave" when its host wants to be left alone for a while
 */
async function pollFeed(
  polling: FeedPolling,
  feed: FeedDocument,
  signal: AbortSignal,
): Promise<void | "leave"> {
  const { feeds, stories, reader, parser, intervalMs } = polling;
  const dueAfter = (outcome: "changed" | "unchanged" | "failed", retryAfter: number | null) => {
    const failures = outcome === "failed" ? feed.failures + 1 : 0;
    const history = { failures, outcome, retryAfterSeconds: retryAfter };
    const delay = pollDelay(history, intervalMs, Math.random());
    return { failures, nextPollAt: new Date(Date.now() + delay) };
  };
  try {
    const { etag, lastModified } = feed;
    const reading = await reader.read(feed.url, { etag, lastModified }, signal);
    const readAt = new Date();
    if (reading.outcome === "unchanged") {
      await feeds.polled(feed._id, { readAt, ...dueAfter("unchanged", reading.retryAfterSeconds) });
      polls.inc({ outcome: "unchanged" });
      return;
    }
    const { bodyHash, validators } = reading;
    const same = bodyHash === feed.bodyHash;
    if (!same) {
      const items = itemsOf(feedOf(feed), await parser.parse(reading.document), readAt);
      const fresh = await stories.receive(items, readAt);
      received.inc(fresh);
      if (fresh > 0) polling.onNews();
    }
    await feeds.polled(feed._id, {
      ...validators,
      bodyHash,
      readAt,
      ...dueAfter("changed", reading.retryAfterSeconds),
    });
    polls.inc({ outcome: same ? "same_body" : "changed" });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof FeedError)) throw error;
    polls.inc({ outcome: error.failure });
    polling.logger.warn({ feed: feed._id, failure: error.failure }, "feed not read");
    await feeds.polled(feed._id, {
      lastFailure: error.failure,
      ...dueAfter("failed", error.retryAfterSeconds),
    });
    if (error.retryAfterSeconds !== null) {
      const asked = Math.min(error.retryAfterSeconds, longestRest) * 1000;
      await feeds.postpone(feed.host, new Date(Date.now() + asked));
      return "leave";
    }
  }
}

/** Polls what is due, every host by itself and one feed of a host at a time. Sleeps until a feed is due. */
export function feedPolls(polling: FeedPolling): Worker & { nudge(): void } {
  const { feeds, logger } = polling;
  const stopping = new AbortController();
  const background = new Background(hostsAtOnce, logger);
  showFeedHealth(feeds);

  const rounds = ticker({
    name: "poll-feeds",
    everyMs: pause.most,
    logger,
    run: async () => {
      // whoever finishes a host nudges
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
            rounds.nudge();
          }
        });
      }
    },
  });

  return {
    start: () => rounds.start(),
    nudge: () => rounds.nudge(),
    stop: async () => {
      stopping.abort();
      await rounds.stop();
      await background.settled();
    },
  };
}
