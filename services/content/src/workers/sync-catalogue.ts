import { ticker, type Logger, type Worker } from "@matinale/kit";
import type { Catalogue } from "../clients/catalogue/catalogue.ts";
import type { FeedStore } from "../store/feeds.ts";

/** Milliseconds to the next read. A sample catalogue may start later or restart; the built-in one never changes at run time. */
const periodMs = { sample: 60_000, live: 24 * 60 * 60 * 1000, unread: 1_000 };

/** Adds the catalogue's feeds to the polled ones and removes the others. @param onListed  called when there may be new feeds */
export function syncCatalogue(
  catalogue: Catalogue,
  feeds: FeedStore,
  logger: Logger,
  onListed: () => void,
): Worker {
  return ticker({
    name: "sync-catalogue",
    everyMs: periodMs.unread,
    logger,
    run: async () => {
      try {
        await feeds.list(await catalogue.load(), new Date());
      } catch (error) {
        logger.warn({ err: error }, "reading the feed catalogue failed, retrying");
        return periodMs.unread;
      }
      onListed();
      return periodMs[catalogue.live ? "live" : "sample"];
    },
  });
}
