/** Whether a call may be made now. */
export type Admission =
  | "go"
  /** The single call that tests whether the provider accepts messages again. */
  | "probe"
  | "wait";

/**
 * Circuit breaker of the sender. The provider can refuse all its messages: an expired token, an unpaid
 * bill, a ban. The first such refusal opens the circuit; then one probe at a time may call, and the first
 * accepted message closes it.
 *
 * @param probeEveryMs  interval between two probes
 * @param now           milliseconds of a monotonic clock
 */
export function senderCircuit(probeEveryMs: number, now: () => number) {
  let stopped: { probeAt: number; allowed: boolean } | undefined;
  return {
    isStopped: (): boolean => stopped !== undefined,
    /** @returns true when the circuit was closed */
    refused: (): boolean => {
      const wasClosed = stopped === undefined;
      stopped = { probeAt: now() + probeEveryMs, allowed: false };
      return wasClosed;
    },
    /** @returns true when the circuit was open */
    accepted: (): boolean => {
      const wasOpen = stopped !== undefined;
      stopped = undefined;
      return wasOpen;
    },
    /** Whether to check the provider's health now. The check counts as a probe: the next one comes later. */
    probeIsDue: (): boolean => {
      if (stopped === undefined || stopped.allowed || now() < stopped.probeAt) return false;
      stopped.probeAt = now() + probeEveryMs;
      return true;
    },
    /** The provider is healthy: the next call is let through as a probe. */
    allowProbe: (): void => {
      if (stopped !== undefined) stopped.allowed = true;
    },
    admit: (): Admission => {
      if (stopped === undefined) return "go";
      if (!stopped.allowed) return "wait";
      stopped.allowed = false;
      return "probe";
    },
  };
}
export type SenderCircuit = ReturnType<typeof senderCircuit>;
