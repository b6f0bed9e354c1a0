import { ticker, type Logger, type Worker } from "@matinale/kit";
import type { Catalogue } from "../clients/catalogue/catalogue.ts";
import type { FeedStore } from "../store/feeds.ts";

/** A sample catalogue may come up after us, or anew; the built-in one changes with the service only. Milliseconds. */
const again = { sample: 60_000, live: 24 * 60 * 60 * 1000, unread: 1_000 };

/** Keeps the polled feeds what the catalogue says. @param onListed  called when there may be new ones */
export function syncCatalogue(
  catalogue: Catalogue,
  feeds: FeedStore,
  logger: Logger,
  onListed: () => void,
): Worker {
  return ticker({
    name: "sync-catalogue",
    everyMs: again.unread,
    logger,
    run: async () => {
      try {
        await feeds.list(await catalogue.load(), new Date());
      } catch (error) {
        logger.warn({ err: error }, "feed catalogue not read, trying again");
        return again.unread;
      }
      onListed();
      return again[catalogue.live ? "live" : "sample"];
    },
  });
}
