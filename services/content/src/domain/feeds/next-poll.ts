const day = 24 * 60 * 60 * 1000;

/**
 * Milliseconds until the next poll of a feed: the interval with ±10 % jitter, doubled for every consecutive failure up to
 * a day, and not before the publisher's Retry-After, which counts up to about a day.
 *
 * @param failures      consecutive ones, including this poll
 * @param retryAfterMs  of the publisher, or null
 * @param random        in [0, 1)
 */
export function pollDelay(
  failures: number,
  retryAfterMs: number | null,
  intervalMs: number,
  random: number,
): number {
  const backedOff = intervalMs * 2 ** Math.min(failures, 20);
  const jittered = Math.min(backedOff, day) * (0.9 + 0.2 * random);
  return Math.round(Math.min(Math.max(jittered, retryAfterMs ?? 0), day * 1.1));
}
