import type { Logger } from "@matinale/kit";
import PQueue from "p-queue";
import { untilAborted } from "../domain/until-aborted.ts";

/** Runs at most `max` tasks, which a round of a worker starts without waiting: a slow task delays no round. */
export function backgroundTasks(max: number, logger: Logger) {
  const queue = new PQueue({ concurrency: max });
  let isAbandoned = false;
  return {
    freeSlots: () => max - queue.pending,

    /** Starts a task. Tasks handle their failures, so an error here is unexpected and logged. @param subject  fields of the log line */
    start(subject: Record<string, string>, work: () => Promise<void>): void {
      queue.add(work).catch((err: unknown) => {
        logger[isAbandoned ? "debug" : "error"]({ err, ...subject }, "background task failed");
      });
    },

    /** Called at shutdown: tasks that still run may fail on closed connections, so their errors are expected from now on. */
    abandon(): void {
      isAbandoned = true;
      const { pending: running } = queue;
      if (running > 0)
        logger.warn({ running }, "tasks still running at shutdown, their leases expire");
    },

    async finished(limitMs = 8_000): Promise<void> {
      const limit = AbortSignal.timeout(limitMs);
      await untilAborted(queue.onIdle(), limit).catch(() => undefined);
    },
  };
}
