import pLimit from "p-limit";
import { Piscina } from "piscina";
import type { Entry } from "../domain/feed-entry.ts";
import { FeedError, type FeedDocument, type FeedParser } from "../domain/feed-reading.ts";

/** Milliseconds to take a feed apart, a thread's start on a busy machine included; the largest honest ones take 100. */
const usualDeadline = 20_000;
/** One feed that keeps its thread to the end leaves the other to the rest. */
const threads = 2;
/** A thread holds 30 MB: it ends soon after the round of feeds that wanted it. Milliseconds. */
const idleMs = 5_000;

/**
 * Takes feeds apart in worker threads, of which one is ended when a feed keeps it too long. A document is given to the
 * thread, not copied: the caller has it no more.
 */
export function createFeedParser({ deadline = usualDeadline } = {}): FeedParser & {
  close(): Promise<void>;
} {
  const pool = new Piscina<FeedDocument, Entry[]>({
    filename: new URL("parse-feed.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  });
  // a document's time begins with its turn, so that waiting behind a slow one is no failure of its own
  const turn = pLimit(threads);
  return {
    parse: (document) =>
      turn(async () => {
        try {
          const signal = AbortSignal.timeout(deadline);
          return await pool.run(document, { signal, transferList: [document.body.buffer] });
        } catch (error) {
          throw new FeedError("not_a_feed", "could not be taken apart", { cause: error });
        }
      }),
    close: () => pool.close(),
  };
}
