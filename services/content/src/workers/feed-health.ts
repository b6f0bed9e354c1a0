import { gauge } from "@matinale/kit";
import type { FeedHealth, FeedStore } from "../store/feeds.ts";

/** Milliseconds for which one look at the feeds answers all the metrics of a scrape. */
const oneScrape = 1_000;

/** Shows in the metrics how each feed of the catalogue is; feeds that left it disappear. */
export function showFeedHealth(feeds: Pick<FeedStore, "health">): void {
  let looked: { at: number; all: Promise<FeedHealth[]> } | null = null;
  const look = (): Promise<FeedHealth[]> => {
    if (looked === null || Date.now() - looked.at > oneScrape) {
      looked = { at: Date.now(), all: feeds.health() };
    }
    return looked.all;
  };

  gauge("content_feeds", {
    async collect() {
      this.set((await look()).length);
    },
  });
  gauge("content_feeds_failing", {
    async collect() {
      this.set((await look()).filter(({ failures }) => failures > 0).length);
    },
  });
  gauge("content_feed_up", {
    async collect() {
      const all = await look();
      this.reset();
      for (const { id, failures, readAt } of all) {
        this.set({ feed: id }, failures === 0 && readAt !== null ? 1 : 0);
      }
    },
  });
  gauge("content_feed_failures", {
    async collect() {
      const all = await look();
      this.reset();
      for (const { id, failures } of all) this.set({ feed: id }, failures);
    },
  });
  gauge("content_feed_age_seconds", {
    async collect() {
      const all = await look();
      this.reset();
      for (const { id, readAt } of all) {
        if (readAt !== null) this.set({ feed: id }, (Date.now() - readAt.getTime()) / 1000);
      }
    },
  });
}
