import { gauge } from "@matinale/kit";
import type { FeedState } from "../domain/feeds/feed-state.ts";
import type { FeedStore } from "../store/feeds.ts";

/** Exports the state of each feed in the catalogue as metrics; feeds that left the catalogue disappear. */
export function showFeedHealth(feeds: Pick<FeedStore, "states">): void {
  let reading: Promise<FeedState[]> | undefined;
  /** A scrape asks for all metrics at once, and reads the states once. */
  const states = () => (reading ??= feeds.states().finally(() => (reading = undefined)));
  const health = async () => (await states()).filter(({ off }) => off !== true);

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
