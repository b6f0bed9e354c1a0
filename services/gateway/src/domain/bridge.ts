/**
 * Bridges the time in which a service restarts and nothing listens on its port. A connection that was
 * refused has carried no request, so it may be tried again whatever the request is.
 */
export interface Bridge {
  /** Connections have been refused, and are still tried again. */
  readonly isWaiting: boolean;
  /** @returns whether to try again: false once everything was refused for the whole time */
  refused(): boolean;
  connected(): void;
}

/**
 * @param limitMs a restart takes less
 * @param now     steady clock, milliseconds
 */
export function createBridge(limitMs: number, now: () => number = () => performance.now()): Bridge {
  let first: number | undefined;
  let last = 0;
  const isWithin = () => first !== undefined && now() - first < limitMs;
  return {
    get isWaiting() {
      return isWithin();
    },
    refused: () => {
      const at = now();
      // a refusal after a long silence begins another outage
      if (first === undefined || at - last > limitMs) first = at;
      last = at;
      return isWithin();
    },
    connected: () => {
      first = undefined;
    },
  };
}
