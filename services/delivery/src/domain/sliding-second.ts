/** A call that leaves, or has left. */
export interface Departure {
  /** Milliseconds until it may leave. */
  afterMs: number;
  /** Its answer is here. */
  answered(): void;
}

/**
 * Keeps the calls of one process within what a provider counts in any second, although they bunch up
 * whenever one of the two was busy: a call leaves a second after the one whose place it takes was counted.
 * When that was lies between its departure and its answer; the quickest answer so far says how much of
 * the time was the way.
 *
 * @param most  calls that the provider takes in a second
 * @param now   milliseconds of a clock that only goes forward
 */
export function slidingSecond(most: number, now: () => number): () => Departure {
  /** Those of the last second, as they left. */
  const counted: { at: number }[] = [];
  let quickest = Number.POSITIVE_INFINITY;
  return () => {
    const asked = now();
    while (counted[0] !== undefined && counted[0].at <= asked - 1_000) counted.shift();
    const before = counted[counted.length - most];
    const left = before === undefined ? asked : Math.max(asked, before.at + 1_000);
    const call = { at: left };
    counted.push(call);
    return {
      afterMs: left - asked,
      answered: () => {
        const took = now() - left;
        quickest = Math.min(quickest, took);
        call.at = left + took - quickest;
      },
    };
  };
}
