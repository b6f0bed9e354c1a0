import { Piscina } from "piscina";
import type { Entry } from "../domain/feed-entry.ts";
import { FeedError, type FeedParser } from "../domain/feed-reading.ts";

/** Milliseconds to take a feed apart; the largest honest ones take a tenth of a second. */
const deadline = 5_000;

/** Takes feeds apart in a worker thread, which is ended when a feed keeps it too long. */
export function createFeedParser(): FeedParser & { close(): Promise<void> } {
  const pool = new Piscina<string, Entry[]>({
    filename: new URL("parse-feed.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
  });
  return {
    async parse(body) {
      try {
        return await pool.run(body, { signal: AbortSignal.timeout(deadline) });
      } catch (error) {
        throw new FeedError("not_a_feed", "could not be taken apart", { cause: error });
      }
    },
    close: () => pool.close(),
  };
}
