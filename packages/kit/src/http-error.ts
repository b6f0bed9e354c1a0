import { errorCodes, type ErrorCode, type Language } from "@matinale/contracts";
import type { Words } from "./reader-language.ts";

/** An answer that is not a success: its code decides the status, its message is read by a person. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  /** In every language, or as it is whatever the reader's language. */
  readonly words: string | Words;
  readonly language: Language | undefined;

  /**
   * @param words              told in the language of the answer; `message`, for logs, is in English
   * @param options.retryAfter seconds, sent as Retry-After
   * @param options.language   the account's, for a request that names none
   */
  constructor(
    code: ErrorCode,
    words: string | Words,
    options: {
      retryAfter?: number;
      headers?: Record<string, string>;
      language?: Language;
      cause?: unknown;
    } = {},
  ) {
    super(
      typeof words === "string" ? words : words.en,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = "HttpError";
    this.code = code;
    this.status = errorCodes[code];
    this.words = words;
    this.language = options.language;
    this.headers = {
      ...options.headers,
      ...(options.retryAfter === undefined
        ? {}
        : { "retry-after": String(Math.max(1, Math.ceil(options.retryAfter))) }),
    };
  }
}
