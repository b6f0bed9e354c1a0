/** Restart state of one process. */
export interface RestartHistory {
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
