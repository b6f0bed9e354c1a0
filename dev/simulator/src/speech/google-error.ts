import { ApiError } from "../api-error.ts";

const names: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** An error in the format of Google's APIs (google.aip.dev/193). */
export class GoogleError extends ApiError {
  readonly retryAfter: number | undefined;

  /** @param retryAfter  seconds to wait before the next call */
  constructor(status: number, message: string, retryAfter?: number) {
    super(status, message);
    this.retryAfter = retryAfter;
  }

  toJSON() {
    const status = names[this.status] ?? (this.status < 500 ? "FAILED_PRECONDITION" : "UNKNOWN");
    const details =
      this.retryAfter === undefined
        ? {}
        : {
            details: [
              {
                "@type": "type.googleapis.com/google.rpc.RetryInfo",
                retryDelay: `${this.retryAfter}s`,
              },
            ],
          };
    return { error: { code: this.status, message: this.message, status, ...details } };
  }
}
