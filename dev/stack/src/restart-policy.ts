/** What is remembered about one process between its deaths. */
export interface RestartHistory {
  /** Deaths in a row, each soon after its start. */
  readonly quickDeaths: number;
  /** Milliseconds, any steady clock. */
  readonly startedAt: number;
}

/** A run at least this long starts the count anew. Milliseconds. */
const longRun = 10_000;
/** Keeps the promise that what dies is started again within 2 s. Milliseconds. */
const longestPause = 1500;

/** After a death: how long to wait before the next start. At once after a good run, slower while it keeps dying. */
export function pauseBeforeRestart(
  history: RestartHistory,
  now: number,
): { pause: number; quickDeaths: number } {
  const quickDeaths = now - history.startedAt < longRun ? history.quickDeaths + 1 : 0;
  const pause = quickDeaths <= 1 ? 0 : Math.min(longestPause, 100 * 2 ** (quickDeaths - 1));
  return { pause, quickDeaths };
}
