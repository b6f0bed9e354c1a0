/**
 * Refuses calls to a service that does not answer, so that each caller gets an error at once instead of
 * waiting for a timeout. Only probes, never a caller's request, test whether the service answers again.
 */
export interface CircuitBreaker {
  /** While it is open, calls are refused. */
  readonly isOpen: boolean;
  /** The service answered, with any status. */
  recordAnswer(): void;
  /** The service did not answer within a time that a healthy service needs: opens until a probe succeeds. */
  recordTimeout(): void;
  /** No connection, or a broken one. Only this connection may be affected: a probe decides whether to open. */
  recordConnectionError(): void;
}

/**
 * @param probe whether the service answers a cheap request; must not throw
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
