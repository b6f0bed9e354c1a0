import { setTimeout as delay } from "node:timers/promises";
import type { Member } from "@matinale/dev-services";

/** A process that dies sooner after its restart waits before the next one. In ms, as all times here. */
const longRunMs = 10_000;
/** A dead process must run again within 2 s. */
const delayMs = 1_000;

/**
 * Calls `stop` to stop everything during a start. The start fails then, because its processes are gone. One may have started
 * just before that: `stop` is called again.
 */
export async function stopDuring(
  starting: Promise<unknown>,
  stop: () => Promise<void>,
): Promise<void> {
  await stop();
  await starting.catch(() => undefined);
  await stop();
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
    let restartedAt = Number.NEGATIVE_INFINITY;
    let isReported = true;
    while (!ending.signal.aborted) {
      try {
        if (member.pid === undefined) {
          log(`${member.name} died, restarting`);
          if (performance.now() - restartedAt < longRunMs) await pause(delayMs);
          if (ending.signal.aborted) return;
          restartedAt = performance.now();
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
      await stopDuring(watches, stop);
    },
  };
}
