import { ticker, type Logger, type Worker } from "@matinale/kit";
import type { Catalogue } from "../clients/catalogue.ts";
import type { FeedStore } from "../store/feeds.ts";

/** A sample catalogue may come up after us, or anew; the built-in one changes with the service only. */
const everyMs = { listed: 60_000, unlisted: 1_000 };

/** Keeps the polled feeds what the catalogue says. */
export function feedListing(catalogue: Catalogue, feeds: FeedStore, logger: Logger): Worker {
  let nextAt = 0;
  return ticker({
    name: "list-feeds",
    everyMs: everyMs.unlisted,
    logger,
    run: async () => {
      if (Date.now() < nextAt) return;
      try {
        await feeds.list(await catalogue.load(), new Date());
        nextAt = catalogue.live ? Number.POSITIVE_INFINITY : Date.now() + everyMs.listed;
      } catch (error) {
        logger.warn({ err: error }, "feed catalogue not read, trying again");
      }
    },
  });
}
