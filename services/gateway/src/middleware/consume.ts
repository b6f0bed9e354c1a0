import { HttpError, type Words } from "@matinale/kit";
import { RateLimiterRes, type RateLimiterAbstract } from "rate-limiter-flexible";

/**
 * Counts one call of `key`.
 *
 * @param words for the caller that exceeds the limit
 * @throws HttpError TOO_MANY_REQUESTS; the error of the limiter's store
 */
export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  words: Words,
): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new HttpError("TOO_MANY_REQUESTS", words, { retryAfter: error.msBeforeNext / 1000 });
  }
}
