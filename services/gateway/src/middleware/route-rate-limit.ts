import type { Redis } from "ioredis";
import { limitNames, type LimitName } from "@matinale/contracts/api";
import type { RequestHandler } from "express";
import type { Config } from "../config.ts";
import { tooOften } from "../domain/texts.ts";
import { networkOf } from "./client-network.ts";
import { consume, sharedLimiter } from "./consume.ts";

const hourSeconds = 3_600;

export type RouteRateLimit = ReturnType<typeof createRouteRateLimit>;

/**
 * Limits calls per hour, counted in Redis for all replicas together. While Redis is down each replica
 * counts for itself, so a person can make more calls than the limit, never fewer.
 */
export function createRouteRateLimit(redis: Redis, limits: Config) {
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
    limitNames.map((name) => [
      name,
      sharedLimiter(redis, { name, points: points[name], duration: hourSeconds }),
    ]),
  ) as Record<LimitName, ReturnType<typeof sharedLimiter>>;

  /** Counts the calls of a route: per person when `signedIn`, else per address. */
  return (
    limit: LimitName,
    { route, signedIn }: { route: string; signedIn: boolean },
  ): RequestHandler =>
    async (req, _res, next) => {
      const caller = signedIn ? req.userId : networkOf(req.ip);
      await consume(counters[limit], `${route}:${caller}`, tooOften[limit]);
      next();
    };
}
