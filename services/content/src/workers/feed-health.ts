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
    async collect() {
      const all = await health();
      this.reset();
      for (const { id, failures, lastFailure } of all) {
        const [failure = ""] = failures === 0 ? ["none"] : lastFailure.split(":");
        this.set({ feed: id, failure }, failures);
      }
    },
  });
  gauge("content_feed_age_seconds", {
    async collect() {
      const all = await health();
      this.reset();
      for (const { id, readAt } of all) {
        if (readAt !== null) this.set({ feed: id }, (Date.now() - readAt.getTime()) / 1000);
      }
    },
  });
}
