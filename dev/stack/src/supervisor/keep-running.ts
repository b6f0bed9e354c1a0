import { setTimeout as delay } from "node:timers/promises";
import type { Member } from "@matinale/dev-services";

interface RestartHistory {
  /** Number of consecutive exits soon after a start. */
  readonly quickExits: number;
  /** In ms of a monotonic clock. */
  readonly startedAt: number;
}

/** A run of at least this length resets the count. */
const longRunMs = 10_000;
/** A dead process must run again within 2 s. */
const maxDelayMs = 1500;

/** Exponential back-off: no delay after a long run, growing delays while the process keeps exiting early. */
export function delayBeforeRestart(
  history: RestartHistory,
  now: number,
): { delayMs: number; quickExits: number } {
  const quickExits = now - history.startedAt < longRunMs ? history.quickExits + 1 : 0;
  const delayMs = quickExits <= 1 ? 0 : Math.min(maxDelayMs, 100 * 2 ** (quickExits - 1));
  return { delayMs, quickExits };
}

/**
 * Restarts each process when it dies. Restarts do not wait for each other.
 *
 * @param options.log         must not throw
 * @param options.onRestart   called after every restart, when the pid has changed; again when it throws
 * @param options.intervalMs  between two checks
 */
export function keepRunning(
  members: readonly Member[],
  options: { log: (line: string) => void; onRestart: () => void; intervalMs?: number },
) {
  const { log, onRestart, intervalMs = 200 } = options;
  const ending = new AbortController();
  const pause = (ms: number) =>
    delay(ms, undefined, { signal: ending.signal }).catch(() => undefined);

  const watch = async (member: Member): Promise<void> => {
    let history: RestartHistory = { quickExits: 0, startedAt: performance.now() };
    let isReported = true;
    while (!ending.signal.aborted) {
      try {
        if (member.pid === undefined) {
          const { delayMs, quickExits } = delayBeforeRestart(history, performance.now());
          log(`${member.name} died, restarting`);
          await pause(delayMs);
          if (ending.signal.aborted) return;
          history = { quickExits, startedAt: performance.now() };
          await member.start();
          isReported = false;
        }
        if (!isReported && !ending.signal.aborted) {
          onRestart();
          isReported = true;
        }
      } catch (error) {
        log(`restarting ${member.name} failed, retrying: ${String(error)}`);
      }
      await pause(intervalMs);
    }
  };
  const watches = Promise.all(members.map(watch));
  return {
    /** Calls `stop` to stop everything, without restarts. */
    async end(stop: () => Promise<void>): Promise<void> {
      ending.abort();
      await stop();
      // Restarts in progress fail now, because their processes are gone. One may have started just now: stop again.
      await watches;
      await stop();
    },
  };
}
