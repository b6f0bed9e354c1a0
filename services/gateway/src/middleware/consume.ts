import { HttpError, type Words } from "@matinale/kit";
import type { Redis } from "ioredis";
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";

/** Counts in Redis for all replicas together. While Redis is down each replica counts for itself. */
export function sharedLimiter(
  redis: Redis,
  { name, ...rate }: { name: string; points: number; duration: number },
): RateLimiterRedis {
  const count = { keyPrefix: `limit:${name}`, ...rate };
  return new RateLimiterRedis({
    ...count,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(count),
  });
}

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
