import { gauge } from "@matinale/kit";
import type { FeedHealth, FeedStore } from "../store/feeds.ts";

/** Milliseconds for which one query serves all metrics of a scrape. */
const oneScrape = 1_000;

/** Exports the state of each feed in the catalogue as metrics; feeds that left the catalogue disappear. */
export function showFeedHealth(feeds: Pick<FeedStore, "health">): void {
  let loaded: { at: number; all: Promise<FeedHealth[]> } | null = null;
  const loadHealth = (): Promise<FeedHealth[]> => {
    if (loaded === null || Date.now() - loaded.at > oneScrape) {
      loaded = { at: Date.now(), all: feeds.health() };
    }
    return loaded.all;
  };

  gauge("content_feeds", {
    async collect() {
      this.set((await loadHealth()).length);
    },
  });
  gauge("content_feeds_failing", {
    async collect() {
      this.set((await loadHealth()).filter(({ failures }) => failures > 0).length);
    },
  });
  gauge("content_feed_up", {
    async collect() {
      const all = await loadHealth();
      this.reset();
      for (const { id, failures, readAt } of all) {
        this.set({ feed: id }, failures === 0 && readAt !== null ? 1 : 0);
      }
    },
  });
  gauge("content_feed_failures", {
    async collect() {
      const all = await loadHealth();
      this.reset();
      for (const { id, failures } of all) this.set({ feed: id }, failures);
    },
  });
  gauge("content_feed_age_seconds", {
    async collect() {
      const all = await loadHealth();
      this.reset();
      for (const { id, readAt } of all) {
        if (readAt !== null) this.set({ feed: id }, (Date.now() - readAt.getTime()) / 1000);
      }
    },
  });
}
