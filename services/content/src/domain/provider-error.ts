/** Why a call to a provider failed. */
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
