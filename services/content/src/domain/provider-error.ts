/**
 * Why a call to any provider may fail: `transient` may work on a retry, `throttled` after a longer pause, `quota` and
 * `credentials` need an operator.
 */
export type ProviderFailure = "transient" | "throttled" | "quota" | "credentials";

export class ProviderError<Failure extends string> extends Error {
  readonly failure: Failure;
  /** The provider's Retry-After in milliseconds, or null. */
  readonly retryAfterMs: number | null;
  constructor(
    failure: Failure,
    message: string,
    { retryAfterMs = null, ...options }: ErrorOptions & { retryAfterMs?: number | null } = {},
  ) {
    super(message, options);
    this.name = new.target.name;
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}
