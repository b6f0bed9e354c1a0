const day = 24 * 60 * 60 * 1000;

/** A session ends after this idle time, and after the absolute time in any case. Milliseconds. */
export const idleMs = 7 * day;
export const absoluteMs = 30 * day;

interface SessionTimes {
  /** Log-in and current end of the idle time, in milliseconds since the epoch. */
  startedAt: number;
  expiresAt: number;
}

/** The end of the idle time of a session used now: never later than its absolute end. */
export const expiryOf = (startedAt: number, now: number): number =>
  Math.min(now + idleMs, startedAt + absoluteMs);

/**
 * Whether a session may be used, and whether to extend it. It is extended only when less than three quarters
 * of its idle time are left, because a write for every request would double the load.
 */
export function lifeOf(
  { startedAt, expiresAt }: SessionTimes,
  now: number,
): "ended" | "live" | "renew" {
  if (now >= expiresAt || now >= startedAt + absoluteMs) return "ended";
  const latest = expiryOf(startedAt, now);
  return expiresAt - now < 0.75 * idleMs && latest - expiresAt > 0.25 * idleMs ? "renew" : "live";
}
