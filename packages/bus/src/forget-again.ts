import { ticker, type Logger, type Worker } from "@matinale/kit";
import type { Forgetting } from "./erased-people.ts";

/** Longer than a request, a lease or a token lasts. Milliseconds. */
const watchedMs = 3_600_000;
const everyMs = 10 * 60_000;

/**
 * Deletes again the data of people erased within the last hour: a request or a worker that had read them
 * before the erasure may have written afterwards. Safe on any number of replicas.
 */
export const forgetAgain = (
  { erased, forget }: Forgetting,
  { logger, now = () => new Date() }: { logger: Logger; now?: () => Date },
): Worker =>
  ticker({
    name: "forget-again",
    everyMs,
    logger,
    run: async () => {
      const ids = await erased.since(new Date(now().getTime() - watchedMs));
      if (ids.length > 0) await forget(ids);
    },
  });
