/** A call that has left. */
export interface Departure {
  /**
   * Its answer is here, or will never come.
   *
   * @param counted  the provider took it: how long that lasted tells how long the way is
   */
  answered(counted: boolean): void;
}

/** Calls never take the same time to the provider, and timers ring up to one too early. Milliseconds. */
const unevenMs = 3;
/** What was held up leaves this much faster than the rate: all at once, answers would wait for calls. */
const haste = 1.5;

/**
 * Keeps the calls of one process within what a provider counts in any second, although they bunch up
 * whenever one of the two was busy. There are as many places as the provider takes calls in a second; a
 * call gives its place back a second after it was counted. When that was lies between its departure and
 * its answer; the quickest answer so far says how much of the time was the way. What has bunched up is
 * spread again, for the places of calls that are answered late come back late.
 *
 * @param most   calls that the provider takes in a second
 * @param clock.now    milliseconds, only forward
 * @param clock.after  runs something so many whole milliseconds from now
 * @returns resolves when the next call may leave, in the order of asking
 */
export function slidingSecond(
  most: number,
  clock: { now: () => number; after: (ms: number, run: () => void) => void },
): () => Promise<Departure> {
  const spacing = 1_000 / (most * haste);
  let free = most;
  let turn = Number.NEGATIVE_INFINITY;
  let quickest = Number.POSITIVE_INFINITY;
  const waiting: (() => void)[] = [];

  const giveBack = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    turn = Math.max(clock.now(), turn + spacing);
    const early = Math.floor(turn - clock.now());
    if (early > 0) await new Promise<void>((resolve) => clock.after(early, resolve));
    const left = clock.now();
    return {
      answered: (counted) => {
        if (counted) quickest = Math.min(quickest, clock.now() - left);
        const way = Number.isFinite(quickest) ? quickest : 0;
        clock.after(Math.ceil(1_000 + unevenMs - way), giveBack);
      },
    };
  };
}
