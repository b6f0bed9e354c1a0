import { errorCodes, type ErrorCode } from "@matinale/contracts";
import type { Words } from "./reader-language.ts";

/** A failed request: the code decides the status, the message is for people. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  /** In every language, or one text for all languages. */
  readonly words: string | Words;

  /**
   * @param words              sent in the language of the response; `message`, for logs, is in English
   * @param options.retryAfter seconds, sent as Retry-After
   */
  constructor(
    code: ErrorCode,
    words: string | Words,
    options: {
      retryAfter?: number;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(typeof words === "string" ? words : words.en, options);
    this.name = "HttpError";
    this.code = code;
    this.status = errorCodes[code];
    this.words = words;
    this.headers = {
      ...options.headers,
      ...(options.retryAfter === undefined
        ? {}
        : { "retry-after": String(Math.max(1, Math.ceil(options.retryAfter))) }),
    };
  }
}
