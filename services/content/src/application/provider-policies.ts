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

/** The result of the work. @throws the reason of the signal when it aborts first; the work continues */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
