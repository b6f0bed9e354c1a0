import { errorCodes, type ErrorCode } from "@matinale/contracts";

/** An answer that is not a success: its code decides the status, its message is read by a person. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;

  /** @param options.retryAfter seconds, sent as Retry-After */
  constructor(
    code: ErrorCode,
    message: string,
    options: { retryAfter?: number; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "HttpError";
    this.code = code;
    this.status = errorCodes[code];
    this.headers = {
      ...options.headers,
      ...(options.retryAfter === undefined
        ? {}
        : { "retry-after": String(Math.max(1, Math.ceil(options.retryAfter))) }),
    };
  }
}
