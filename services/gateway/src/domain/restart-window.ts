/**
 * The time in which a service restarts and nothing listens on its port. No request was sent over a refused
 * connection, so connecting again is safe for reads and for writes.
 */
export interface RestartWindow {
  /** Connections were refused, and the window has not ended. */
  readonly isWaiting: boolean;
  /** @returns whether to connect again: false once the window is over */
  refused(): boolean;
  connected(): void;
}

/**
 * @param limitMs length of the window: longer than a restart takes
 * @param now     steady clock, milliseconds
 */
export function createRestartWindow(
  limitMs: number,
  now: () => number = () => performance.now(),
): RestartWindow {
  let first: number | undefined;
  let last = 0;
  const isWithin = () => first !== undefined && now() - first < limitMs;
  return {
    get isWaiting() {
      return isWithin();
    },
    refused: () => {
      const at = now();
      // a refusal after a long pause begins another outage
      if (first === undefined || at - last > limitMs) first = at;
      last = at;
      return isWithin();
    },
    connected: () => {
      first = undefined;
    },
  };
}
