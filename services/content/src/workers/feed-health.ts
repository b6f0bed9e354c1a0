import { gauge } from "@matinale/kit";
import { LRUCache } from "lru-cache";
import type { FeedState } from "../domain/feeds/feed-state.ts";
import type { FeedStore } from "../store/feeds.ts";

/** Milliseconds for which one query serves all metrics of a scrape. */
const oneScrape = 1_000;

/** Exports the state of each feed in the catalogue as metrics; feeds that left the catalogue disappear. */
export function showFeedHealth(feeds: Pick<FeedStore, "states">): void {
  const loaded = new LRUCache<"health", FeedState[]>({
    max: 1,
    ttl: oneScrape,
    fetchMethod: async () => (await feeds.states()).filter(({ off }) => off !== true),
  });
  const health = () => loaded.forceFetch("health");

  gauge("content_feeds", async () => (await health()).length);
  gauge(
    "content_feeds_failing",
    async () => (await health()).filter(({ failures }) => failures > 0).length,
  );
  gauge("content_feed_failures", async function () {
    const all = await health();
    this.reset();
    for (const { _id: feed, failures, lastFailure = "" } of all) {
      const [failure = ""] = failures === 0 ? ["none"] : lastFailure.split(":");
      this.set({ feed, failure }, failures);
    }
  });
  gauge("content_feed_age_seconds", async function () {
    const all = await health();
    this.reset();
    for (const { _id: feed, readAt } of all) {
      if (readAt !== undefined) this.set({ feed }, (Date.now() - readAt.getTime()) / 1000);
    }
  });
}
