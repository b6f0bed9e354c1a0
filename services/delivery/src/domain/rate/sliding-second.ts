/** A call that may be made now. */
export interface StartedCall {
  /**
   * To be called once, when the answer has arrived or the call has failed.
   *
   * @param counted  whether the provider accepted the message; only then the round trip is measured
   */
  answered(counted: boolean): void;
}

/** Calls take different times to reach the provider, and timers fire up to 1 ms early. Milliseconds. */
const jitterMs = 3;
/** Delayed calls catch up at this multiple of the rate: all at once, they would delay the answers of others. */
const catchUpFactor = 1.5;

/**
 * Limits the calls of one process to the provider's rate, counted over any second, also when calls are
 * delayed and arrive together. A semaphore with as many places as the provider accepts calls in a second. A
 * call returns its place one second after the provider has counted it, which happens between the start of the call and its
 * answer. The fastest round trip so far is the estimate for the travel time, so the place is returned that
 * much less than a second after the answer. Calls that were delayed together are spread out again, because
 * a late answer returns its place late.
 *
 * @param most   calls that the provider accepts in a second
 * @param clock.now    milliseconds of a monotonic clock
 * @param clock.after  runs a function after a whole number of milliseconds
 * @returns a function whose promise resolves when the next call may start, in the order of requests
 */
export function slidingSecond(
  most: number,
  clock: { now: () => number; after: (ms: number, run: () => void) => void },
): () => Promise<StartedCall> {
  const spacing = 1_000 / (most * catchUpFactor);
  let free = most;
  let lastStart = Number.NEGATIVE_INFINITY;
  let fastestMs = Number.POSITIVE_INFINITY;
  const waiting: (() => void)[] = [];

  const returnPlace = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    lastStart = Math.max(clock.now(), lastStart + spacing);
    const earlyMs = Math.floor(lastStart - clock.now());
    if (earlyMs > 0) await new Promise<void>((resolve) => clock.after(earlyMs, resolve));
    const startedAt = clock.now();
    return {
      answered: (counted) => {
        if (counted) fastestMs = Math.min(fastestMs, clock.now() - startedAt);
        const travelMs = Number.isFinite(fastestMs) ? fastestMs : 0;
        clock.after(Math.ceil(1_000 + jitterMs - travelMs), returnPlace);
      },
    };
  };
}
