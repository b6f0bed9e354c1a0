/**
 * Stops calls to a service that does not answer, so that callers learn of it at once instead of each
 * waiting for a timeout. A probe, never a caller's request, finds out when the service answers again.
 */
export interface CircuitBreaker {
  /** While it is open, calls are refused. */
  readonly isOpen: boolean;
  /** The service answered, with any status. */
  recordAnswer(): void;
  /** The service did not answer within a time that always suffices: opens until a probe succeeds. */
  recordTimeout(): void;
  /** No connection, or a broken one. It may be this connection alone: the probe decides. */
  recordConnectionError(): void;
}

/**
 * @param probe whether the service answers a request that costs it nothing; must not throw
 * @param pause between a failed probe and the next
 */
export function createCircuitBreaker(
  probe: () => Promise<boolean>,
  pause: () => Promise<void>,
): CircuitBreaker {
  let isOpen = false;
  let isProbing = false;

  const probeUntilAnswered = async () => {
    if (isProbing) return;
    isProbing = true;
    while (!(await probe())) {
      isOpen = true;
      await pause();
    }
    isOpen = false;
    isProbing = false;
  };
  return {
    get isOpen() {
      return isOpen;
    },
    recordAnswer: () => {
      isOpen = false;
    },
    recordTimeout: () => {
      isOpen = true;
      void probeUntilAnswered();
    },
    recordConnectionError: () => void probeUntilAnswered(),
  };
}
