import { gauge } from "@matinale/kit";
import type { MetricNameOf } from "@matinale/contracts/metrics";
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

  const count = (name: MetricNameOf<"gauge">, isCounted: (feed: FeedHealth) => boolean) =>
    gauge(name, {
      async collect() {
        this.set((await health()).filter(isCounted).length);
      },
    });
  const forEach = (name: MetricNameOf<"gauge">, valueOf: (feed: FeedHealth) => number | null) =>
    gauge(name, {
      async collect() {
        const all = await health();
        this.reset();
        for (const feed of all) {
          const value = valueOf(feed);
          if (value !== null) this.set({ feed: feed.id }, value);
        }
      },
    });

  count("content_feeds", () => true);
  count("content_feeds_failing", ({ failures }) => failures > 0);
  forEach("content_feed_up", ({ failures, readAt }) => (failures === 0 && readAt !== null ? 1 : 0));
  forEach("content_feed_failures", ({ failures }) => failures);
  forEach("content_feed_age_seconds", ({ readAt }) =>
    readAt === null ? null : (Date.now() - readAt.getTime()) / 1000,
  );
}
