import {
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleType,
  retry,
  type CircuitBreakerPolicy,
  type FailureReason,
} from "cockatiel";
import type { ProviderError } from "../domain/provider-error.ts";

type Failed = { attempt: number; result: FailureReason<unknown> };

/** A Retry-After longer than this suspends all calls for its time, at most `maxSuspensionMs`. */
const maxRetryAfterMs = 2_000;
const maxSuspensionMs = 5 * 60_000;

/**
 * Policies of the calls to a provider. A failure that a retry cannot repair suspends all calls.
 *
 * @param terms.retries       attempts after the first
 * @param terms.pauses        milliseconds before each retry, without jitter; a longer Retry-After of the provider replaces
 *   them. Other failures are not retried
 * @param terms.suspensionMs  how long failures suspend all calls that only an operator can repair
 */
export function providerPolicies<Failure extends string>(
  type: Parameters<typeof handleType<ProviderError<Failure>>>[0],
  terms: {
    retries: number;
    pauses: Partial<Record<NoInfer<Failure>, readonly number[]>>;
    suspensionMs: Partial<Record<NoInfer<Failure>, number>>;
  },
) {
  const { retries, pauses, suspensionMs } = terms;
  const backoffBy = (ms: (error: ProviderError<Failure>, attempt: number) => number) =>
    new DelegateBackoff(({ attempt, result }: Failed) =>
      "error" in result && result.error instanceof type ? ms(result.error, attempt) : 0,
    );
  /** Milliseconds for which a failure suspends calls; 0 when the next call may succeed. */
  const suspensionAfter = ({ failure, retryAfterMs }: ProviderError<Failure>): number => {
    const asked = retryAfterMs ?? 0;
    return (
      suspensionMs[failure] ?? (asked > maxRetryAfterMs ? Math.min(asked, maxSuspensionMs) : 0)
    );
  };
  const suspending = circuitBreaker(
    handleType(type, (error) => suspensionAfter(error) > 0),
    { breaker: new ConsecutiveBreaker(1), halfOpenAfter: backoffBy(suspensionAfter) },
  );
  const retrying = retry(
    handleType(type, (error) => error.failure in pauses && suspensionAfter(error) === 0),
    {
      maxAttempts: retries,
      backoff: backoffBy(({ failure, retryAfterMs }, attempt) =>
        Math.max((pauses[failure]?.[attempt - 1] ?? 0) * (0.5 + Math.random()), retryAfterMs ?? 0),
      ),
    },
  );
  return { suspending, retrying };
}

export const causeOf = ({ lastFailure }: CircuitBreakerPolicy): unknown =>
  lastFailure !== undefined && "error" in lastFailure ? lastFailure.error : undefined;
