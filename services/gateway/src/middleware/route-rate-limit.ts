import type { Redis } from "ioredis";
import { limitNames, type LimitName } from "@matinale/contracts/api";
import type { RequestHandler } from "express";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { Config } from "../config.ts";
import { tooOften } from "../domain/texts.ts";
import { networkOf } from "./client-network.ts";
import { consume } from "./consume.ts";

const hourSeconds = 3_600;

/** The handler that counts the calls of a route: per person when `signedIn`, else per address. */
export type RouteRateLimit = (
  limit: LimitName,
  options: { route: string; signedIn: boolean },
) => RequestHandler;

/**
 * Limits calls per hour, counted in Redis for all replicas together. While Redis is down each replica
 * counts for itself, so a person can make more calls than the limit, never fewer.
 */
export function createRouteRateLimit(redis: Redis, limits: Config): RouteRateLimit {
  const points: Record<LimitName, number> = {
    signup: limits.SIGNUPS_PER_ADDRESS,
    change: limits.CHANGES_PER_USER,
    costly: limits.COSTLY_CALLS_PER_USER,
    picture: limits.PICTURES_PER_USER,
    export: limits.EXPORTS_PER_USER,
    recovery: limits.RECOVERIES_PER_ADDRESS,
    mail: limits.MAILS_PER_USER,
  };
  const counters = Object.fromEntries(
    limitNames.map((name) => {
      const count = { keyPrefix: `limit:${name}`, points: points[name], duration: hourSeconds };
      const limiter = new RateLimiterRedis({
        ...count,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory(count),
      });
      return [name, limiter];
    }),
  ) as Record<LimitName, RateLimiterRedis>;

  return (limit, { route, signedIn }) =>
    async (req, _res, next) => {
      const caller = signedIn ? req.userId : networkOf(req.ip);
      await consume(counters[limit], `${route}:${caller}`, tooOften[limit]);
      next();
    };
}
