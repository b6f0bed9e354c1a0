/** What came of asking a feed. */
type PollOutcome = "changed" | "unchanged" | "failed";

export type PollHistory = {
  /** Consecutive failures, this one included. */
  failures: number;
  outcome: PollOutcome;
  /** What the publisher asked for, in seconds; null when it asked for nothing. */
  retryAfterSeconds: number | null;
};

const day = 24 * 60 * 60 * 1000;

/**
 * Milliseconds until a feed is asked again: the usual interval with a tenth of jitter; doubled for every failure in
 * a row, up to a day, for ever; never sooner than the publisher asked for, and a publisher may ask for a day at most.
 *
 * @param random  in [0, 1)
 */
export function pollDelay(history: PollHistory, intervalMs: number, random: number): number {
  const backedOff =
    history.outcome === "failed" ? intervalMs * 2 ** Math.min(history.failures, 20) : intervalMs;
  const asked = (history.retryAfterSeconds ?? 0) * 1000;
  const jittered = Math.min(backedOff, day) * (0.9 + 0.2 * random);
  return Math.round(Math.min(Math.max(jittered, asked), day * 1.1));
}

/** Seconds of a Retry-After header (RFC 9110, 10.2.3): a number or a date. Null when there is none to understand. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const value = header.trim();
  if (/^\d{1,9}$/u.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
