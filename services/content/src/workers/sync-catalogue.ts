import { ticker, type Logger, type Worker } from "@matinale/kit";
import type { Catalogue } from "../clients/catalogue/catalogue.ts";
import type { FeedStore } from "../store/feeds.ts";

/** Milliseconds to the next read. The catalogue of another server may change; the built-in catalogue does not. */
const periodMs = { remote: 60_000, builtIn: 24 * 60 * 60 * 1000, unread: 1_000 };

/** Makes the feeds of the catalogue the polled feeds. @param onListed  called when there may be new feeds */
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
      return periodMs[catalogue.builtIn ? "builtIn" : "remote"];
    },
  });
}
