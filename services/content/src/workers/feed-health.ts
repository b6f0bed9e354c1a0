import { gauge } from "@matinale/kit";
import { LRUCache } from "lru-cache";
import type { FeedHealth, FeedStore } from "../store/feeds.ts";

/** Milliseconds for which one query serves all metrics of a scrape. */
const oneScrape = 1_000;

/** Exports the state of each feed in the catalogue as metrics; feeds that left the catalogue disappear. */
export function showFeedHealth(feeds: Pick<FeedStore, "health">): void {
  const loaded = new LRUCache<"health", FeedHealth[]>({
    max: 1,
    ttl: oneScrape,
    fetchMethod: () => feeds.health(),
  });
  const health = () => loaded.forceFetch("health");

  const count = async (isCounted: (feed: FeedHealth) => boolean) =>
    (await health()).filter(isCounted).length;
  type ByFeed = { reset(): void; set(labels: { feed: string }, value: number): void };
  const setEach = async (metric: ByFeed, valueOf: (feed: FeedHealth) => number | null) => {
    const all = await health();
    metric.reset();
    for (const feed of all) {
      const value = valueOf(feed);
      if (value !== null) metric.set({ feed: feed.id }, value);
    }
  };

  gauge("content_feeds", {
    async collect() {
      this.set(await count(() => true));
    },
  });
  gauge("content_feeds_failing", {
    async collect() {
      this.set(await count(({ failures }) => failures > 0));
    },
  });
  gauge("content_feed_failures", {
    collect() {
      return setEach(this, ({ failures }) => failures);
    },
  });
  gauge("content_feed_age_seconds", {
    collect() {
      return setEach(this, ({ readAt }) =>
        readAt === null ? null : (Date.now() - readAt.getTime()) / 1000,
      );
    },
  });
}
