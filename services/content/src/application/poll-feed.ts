import { counter, isDatabaseAway, type Logger } from "@matinale/kit";
import { changesFacts } from "@matinale/newsroom/summary";
import { newsOf } from "../domain/feeds/feed-entry.ts";
import { FeedError, type FeedParser, type FeedReader } from "../domain/feeds/feed-reading.ts";
import { pollDelay } from "../domain/feeds/next-poll.ts";
import type { Feed, Item } from "../domain/news.ts";
import type { FeedStore, StoredFeed } from "../store/feeds.ts";
import type { ItemStore } from "../store/items.ts";
import type { SingletonLeases } from "../store/singleton-leases.ts";
import type { StoryStore } from "../store/stories.ts";

export type FeedPolling = {
  feeds: FeedStore;
  /** One for each host that is polled. */
  leases: Pick<SingletonLeases, "claim" | "release">;
  items: ItemStore;
  stories: Pick<StoryStore, "correct">;
  reader: FeedReader;
  parser: FeedParser;
  intervalMs: number;
  logger: Logger;
  onNews: () => void;
};

const polls = counter("content_feed_polls_total");
const received = counter("content_feed_items_total");

/** Longest pause that a host may request with Retry-After. Milliseconds. */
const maxPauseMs = 24 * 60 * 60 * 1000;

const feedOf = ({ _id, ...feed }: StoredFeed): Feed => ({ id: _id, ...feed });

/** A feed that was last read longer ago is read as if for the first time: its new entries may be old. */
const maxGapMs = 48 * 60 * 60 * 1000;

function undatedBefore({ undated, readAt }: StoredFeed, now: Date): ReadonlySet<string> | null {
  if (readAt === undefined || now.getTime() - readAt.getTime() > maxGapMs) return null;
  return new Set(undated);
}

const hourMs = 60 * 60 * 1000;
/**
 * Most new items of one feed in an hour. The busiest outlets publish about 300 in a day, and a first reading brings many at once.
 * A feed with thousands of entries, or with other ids at each poll, would otherwise delay the stories of all feeds.
 */
const maxNewAnHour = 200;

/**
 * Stores what changed in a feed: the items that are new, the newest when there are too many, and the new texts of known ones.
 *
 * @returns the number of new items
 */
async function storeChanges(
  polling: Pick<FeedPolling, "items" | "stories" | "logger">,
  feed: string,
  read: readonly Item[],
  now: Date,
): Promise<number> {
  const { items, stories, logger } = polling;
  const { unknown, changed } = await items.compare(read);
  const corrections = changed.map(({ item, storyId, before }) => ({
    item,
    storyId,
    correctedAt: changesFacts(before, item, item.language) ? now : null,
  }));
  // the items last: a change is seen by their texts, so that it is written again after a crash
  await stories.correct(corrections);
  await items.correct(changed);
  if (unknown.length === 0) return 0;
  const stored = await items.storedSince(feed, new Date(now.getTime() - hourMs));
  const room = Math.max(0, maxNewAnHour - stored);
  const excess = unknown.length - room;
  if (excess > 0)
    logger.warn(
      { feed, excess },
      "a feed has too many new items in an hour, the rest is not stored",
    );
  const newest = unknown.toSorted(
    (one, other) => other.publishedAt.getTime() - one.publishedAt.getTime(),
  );
  return items.receive(newest.slice(0, room), now);
}

/** An error that is not expected may come from the entries, and would come again at once: the feed is polled again later. */
const asFeedError = (error: unknown): FeedError =>
  error instanceof FeedError
    ? error
    : new FeedError("not_a_feed", "its entries cannot be stored", { cause: error });

/**
 * Reads one feed, stores its new items and corrected texts, and sets its next poll.
 *
 * @returns "host_paused" when the host requested a pause
 */
export async function pollFeed(
  polling: FeedPolling,
  feed: StoredFeed,
  signal: AbortSignal,
): Promise<void | "host_paused"> {
  const { feeds, reader, parser, intervalMs } = polling;
  const dueAfter = (failures: number, retryAfter: number | null) => {
    const delay = pollDelay(failures, retryAfter, intervalMs, Math.random());
    return { failures, nextPollAt: new Date(Date.now() + delay) };
  };
  try {
    const { etag, lastModified } = feed;
    const reading = await reader.read(feed.url, { etag, lastModified }, signal);
    const readAt = new Date();
    if (reading.outcome === "unchanged") {
      await feeds.polled(feed, { readAt, ...dueAfter(0, reading.retryAfterMs) });
      polls.inc({ outcome: "unchanged" });
      return;
    }
    const { bodyHash, validators } = reading;
    const same = bodyHash === feed.bodyHash;
    const entries = same ? null : await parser.parse(reading.document);
    const news = entries && newsOf(feedOf(feed), entries, readAt, undatedBefore(feed, readAt));
    if (news !== null) {
      const fresh = await storeChanges(polling, feed._id, news.items, readAt);
      received.inc(fresh);
      if (fresh > 0) polling.onNews();
    }
    await feeds.polled(feed, {
      ...validators,
      ...(news === null ? {} : { undated: news.undated }),
      bodyHash,
      readAt,
      ...dueAfter(0, reading.retryAfterMs),
    });
    polls.inc({ outcome: same ? "same_body" : "changed" });
  } catch (error) {
    if (signal.aborted) return;
    if (isDatabaseAway(error)) throw error;
    const { failure, message: reason, retryAfterMs, cause } = asFeedError(error);
    polls.inc({ outcome: failure });
    polling.logger.warn({ feed: feed._id, failure, reason, err: cause }, "reading a feed failed");
    await feeds.polled(feed, {
      lastFailure: `${failure}: ${reason}`.slice(0, 200),
      ...dueAfter(feed.failures + 1, retryAfterMs),
    });
    if (retryAfterMs !== null) {
      const pauseMs = Math.min(retryAfterMs, maxPauseMs);
      await feeds.postpone(feed.host, new Date(Date.now() + pauseMs));
      return "host_paused";
    }
  }
}
