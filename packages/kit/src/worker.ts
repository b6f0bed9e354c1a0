import { randomUUID } from "node:crypto";
import { withContext } from "./context.ts";
import type { Logger } from "./logger.ts";
import { counter, gauge, histogram } from "./metrics.ts";

/** Background work of a service. */
export interface Worker {
  start(): Promise<void>;
  /** Resolves once the current round has ended. */
  stop(): Promise<void>;
}

const failures = counter("worker_failures_total");
const rounds = histogram("worker_round_duration_seconds");
const lastSuccess = gauge("worker_last_success_timestamp_seconds");

/** When the next round starts: at once, after this number of milliseconds, or after `everyMs`. */
export type NextRound = void | "again" | number;

/**
 * Runs `run` every `everyMs` milliseconds, or when the previous round requests it, and at once after `wake`.
 * Rounds never overlap. An error is counted and logged, and the next round starts after the pause.
 */
export function ticker(options: {
  name: string;
  everyMs: number;
  /** Shortest time between the starts of two rounds after `wake`; the first starts at once. Milliseconds. */
  minIntervalMs?: number;
  logger: Logger;
  run: (signal: AbortSignal) => Promise<NextRound>;
}): Worker & { wake(): void } {
  const { name, logger, minIntervalMs = 0 } = options;
  // Prometheus sees no increase in a series whose first value is 1
  failures.inc({ worker: name }, 0);
  const succeeded = () => lastSuccess.set({ worker: name }, Date.now() / 1_000);
  succeeded();
  const aborter = new AbortController();
  let isWoken = false;
  let endPause: (() => void) | undefined;
  let loop: Promise<void> | undefined;

  const pause = (startedAt: number, ms: number) =>
    new Promise<void>((resolve) => {
      if (aborter.signal.aborted) return resolve();
      const untilNext = () => Math.max(0, startedAt + minIntervalMs - performance.now());
      let timer = setTimeout(resolve, isWoken ? untilNext() : ms);
      endPause = () => {
        clearTimeout(timer);
        if (aborter.signal.aborted) resolve();
        else timer = setTimeout(resolve, untilNext());
      };
    });

  const round = async (): Promise<NextRound> => {
    const end = rounds.startTimer({ worker: name });
    try {
      const next = await withContext({ correlationId: randomUUID() }, () =>
        options.run(aborter.signal),
      );
      succeeded();
      return next;
    } catch (error) {
      if (aborter.signal.aborted) return;
      failures.inc({ worker: name });
      logger.error({ err: error, worker: name }, "worker failed, retrying at its next round");
    } finally {
      end();
    }
  };

  const runRounds = async () => {
    while (!aborter.signal.aborted) {
      isWoken = false;
      const startedAt = performance.now();
      const next = await round();
      if (next !== "again") await pause(startedAt, next ?? options.everyMs);
    }
  };

  return {
    start: async () => {
      loop ??= runRounds();
    },
    stop: async () => {
      aborter.abort();
      endPause?.();
      await loop;
    },
    wake: () => {
      isWoken = true;
      endPause?.();
    },
  };
}
