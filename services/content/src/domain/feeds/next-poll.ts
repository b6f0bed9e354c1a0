/** The outcome of a poll. */
type PollOutcome = "changed" | "unchanged" | "failed";

export type PollHistory = {
  /** Consecutive failures, including this poll. */
  failures: number;
  outcome: PollOutcome;
  /** The publisher's Retry-After in seconds, or null. */
  retryAfterSeconds: number | null;
};

const day = 24 * 60 * 60 * 1000;

/**
 * Milliseconds until the next poll of a feed: the interval with ±10 % jitter, doubled for every consecutive failure up to
 * a day, and not before the publisher's Retry-After, which counts up to about a day.
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
