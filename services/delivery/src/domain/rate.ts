/**
 * A token bucket: at most `perSecond` permits a second on average, and a second's worth at once after
 * a pause. Reservations are given out in order, as waiting times.
 *
 * @param perSecond  above 0; Infinity gives every permit at once
 * @param now        milliseconds of a monotonic clock
 */
export function tokenBucket(perSecond: number, now: () => number): { reserve(): number } {
  const spacing = 1_000 / perSecond;
  const burst = 1_000;
  let free = Number.NEGATIVE_INFINITY;
  return {
    /** @returns milliseconds to wait before the permit may be used */
    reserve: () => {
      const at = now();
      free = Math.max(free, at - burst) + spacing;
      return Math.max(0, free - at);
    },
  };
}
