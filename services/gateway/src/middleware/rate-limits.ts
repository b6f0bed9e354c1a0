import type { LimitName } from "@matinale/contracts/api";
import { HttpError, type Words } from "@matinale/kit";
import type { RequestHandler } from "express";
import type { Redis } from "ioredis";
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import type { Config } from "../config.ts";
import { tooOften } from "../domain/texts.ts";
import { networkOf } from "./client-network.ts";

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

/** Counts one call of `key`. @throws HttpError TOO_MANY_REQUESTS with `words`; the error of the limiter's store */
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

/** Limits all calls of one address per minute. Each process counts for itself, also while Redis is down. */
export function ipRateLimit(perMinute: number): RequestHandler {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (req, _res, next) => {
    await consume(limiter, networkOf(req.ip), tooOften.call);
    next();
  };
}

const hourSeconds = 3_600;

/**
 * Limits calls per hour, counted in Redis for all replicas together. While Redis is down each replica
 * counts for itself, so a person can make more calls than the limit, never fewer.
 */
export function createRouteRateLimit(redis: Redis, limits: Config) {
  const points: Record<LimitName, number> = {
    signup: limits.SIGNUPS_PER_ADDRESS,
    change: limits.CHANGES_PER_USER,
    // may contain the current password, which is compared: no more guesses than log-ins have in an hour
    profile: limits.LOGIN_FAILURES_PER_ACCOUNT * 4,
    costly: limits.COSTLY_CALLS_PER_USER,
    preview: limits.PREVIEWS_PER_USER,
    picture: limits.PICTURES_PER_USER,
    export: limits.EXPORTS_PER_USER,
    recovery: limits.RECOVERIES_PER_ADDRESS,
    mail: limits.MAILS_PER_USER,
    contact: limits.CONTACT_MESSAGES_PER_SENDER,
  };

  /** Counts the calls of a route: per person when `signedIn`, else per address. */
  return (
    name: LimitName,
    { route, signedIn }: { route: string; signedIn: boolean },
  ): RequestHandler => {
    const limiter = sharedLimiter(redis, { name, points: points[name], duration: hourSeconds });
    return async (req, _res, next) => {
      const caller = signedIn ? req.userId : networkOf(req.ip);
      await consume(limiter, `${route}:${caller}`, tooOften[name]);
      next();
    };
  };
}
