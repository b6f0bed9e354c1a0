import {
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleType,
  type CircuitBreakerPolicy,
  type FailureReason,
} from "cockatiel";

type ErrorClass<E> = Parameters<typeof handleType<E>>[0];
type Failed = { attempt: number; result: FailureReason<unknown> };

/** A back-off that depends on the error. @param ms  milliseconds; `attempt` counts from 1 */
export const backoffBy = <E>(type: ErrorClass<E>, ms: (error: E, attempt: number) => number) =>
  new DelegateBackoff(({ attempt, result }: Failed) =>
    "error" in result && result.error instanceof type ? ms(result.error, attempt) : 0,
  );

/**
 * A circuit breaker that suspends calls after a failure that a retry cannot repair.
 *
 * @param ms  milliseconds of the suspension; 0 for other failures
 */
export const suspendingAfter = <E extends Error>(
  type: ErrorClass<E>,
  ms: (error: E) => number,
): CircuitBreakerPolicy =>
  circuitBreaker(
    handleType(type, (error) => ms(error) > 0),
    { breaker: new ConsecutiveBreaker(1), halfOpenAfter: backoffBy(type, ms) },
  );

/** A Retry-After longer than this suspends all calls for its time, at most `maxSuspensionMs`. */
const maxRetryAfterMs = 2_000;
const maxSuspensionMs = 5 * 60_000;

/**
 * Milliseconds for which a provider's Retry-After suspends all calls; 0 when it is short enough to wait for.
 *
 * @param retryAfterMs  null when the provider gave none
 */
export const suspensionByRetryAfter = (retryAfterMs: number | null): number =>
  retryAfterMs !== null && retryAfterMs > maxRetryAfterMs
    ? Math.min(retryAfterMs, maxSuspensionMs)
    : 0;
