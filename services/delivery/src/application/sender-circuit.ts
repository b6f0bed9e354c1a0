import type { Logger } from "@matinale/kit";
import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  handleType,
} from "cockatiel";

/** The provider refuses all messages of this sender: an expired token, an unpaid bill, a ban. */
export class SenderRefused extends Error {
  /** @param code  the provider's code, 0 without one */
  constructor(code: number) {
    super(`the provider refuses this sender: code ${code}`);
  }
}

/**
 * Circuit breaker of the sender. The first refusal opens it; then one call at a time may test whether the
 * provider accepts messages again.
 *
 * @param probeEveryMs  interval between two such calls
 */
export function senderCircuit(probeEveryMs: number, logger: Logger): CircuitBreakerPolicy {
  const circuit = circuitBreaker(handleType(SenderRefused), {
    halfOpenAfter: probeEveryMs,
    breaker: new ConsecutiveBreaker(1),
  });
  circuit.onBreak((reason) =>
    logger.error(
      { err: "error" in reason ? reason.error : undefined },
      "provider refuses this sender, sending stopped",
    ),
  );
  circuit.onReset(() => logger.info("provider accepts messages again, sending resumed"));
  return circuit;
}
