import { ticker, type Logger, type Worker } from "@matinale/kit";
import type { Forgetting } from "./erased-people.ts";

/** Longer than a request, a lease or a token is valid. Milliseconds. */
const recentMs = 3_600_000;
const everyMs = 10 * 60_000;

/**
 * Deletes the data of people erased within the last hour again: a request or a worker that read it before the
 * erasure may have written it afterwards. Safe on any number of replicas.
 */
export const forgetAgain = (
  { erased, forget }: Forgetting,
  { logger }: { logger: Logger },
): Worker =>
  ticker({
    name: "forget-again",
    everyMs,
    logger,
    run: async () => {
      const ids = await erased.since(new Date(Date.now() - recentMs));
      if (ids.length > 0) await forget(ids);
    },
  });
