import { counter, type Logger } from "@matinale/kit";
import { itemsOf } from "../domain/feeds/feed-entry.ts";
import { FeedError, type FeedParser, type FeedReader } from "../domain/feeds/feed-reading.ts";
import { pollDelay } from "../domain/feeds/next-poll.ts";
import type { Feed } from "../domain/news.ts";
import type { FeedStore, StoredFeed } from "../store/feeds.ts";
import type { ItemStore } from "../store/items.ts";

export type FeedPolling = {
  feeds: FeedStore;
  items: ItemStore;
  reader: FeedReader;
  parser: FeedParser;
  /** Milliseconds between two polls of a feed that answers. */
  intervalMs: number;
  logger: Logger;
  /** Called when there are new items to assign to stories. */
  onNews: () => void;
};

const polls = counter("content_feed_polls_total");
const received = counter("content_feed_items_total");

/** Longest pause, in seconds, that a host may request with Retry-After. */
const maxPause = 24 * 60 * 60;

const feedOf = (feed: StoredFeed): Feed => ({
  id: feed._id,
  url: feed.url,
  outlet: feed.outlet,
  language: feed.language,
  country: feed.country,
  category: feed.category,
  mixed: feed.mixed,
});

/**
 * Reads one feed, stores its new items and sets its next poll. A failure affects only this feed.
 *
 * @returns "host_paused" when the host requested a pause
 */
export async function pollFeed(
  polling: FeedPolling,
  feed: StoredFeed,
  signal: AbortSignal,
): Promise<void | "host_paused"> {
  const { feeds, items, reader, parser, intervalMs } = polling;
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
      const entries = await parser.parse(reading.document);
      const fresh = await items.receive(itemsOf(feedOf(feed), entries, readAt), readAt);
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
    polling.logger.warn({ feed: feed._id, failure: error.failure }, "reading a feed failed");
    await feeds.polled(feed._id, {
      lastFailure: error.failure,
      ...dueAfter("failed", error.retryAfterSeconds),
    });
    if (error.retryAfterSeconds !== null) {
      const pauseMs = Math.min(error.retryAfterSeconds, maxPause) * 1000;
      await feeds.postpone(feed.host, new Date(Date.now() + pauseMs));
      return "host_paused";
    }
  }
}
