import { HttpError, type Words } from "@matinale/kit";

/** @param waitMs until the next call is allowed */
export const tooManyRequests = (words: Words, waitMs: number): HttpError =>
  new HttpError("TOO_MANY_REQUESTS", words, { retryAfter: waitMs / 1000 });
