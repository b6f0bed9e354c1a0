import type { RequestHandler } from "express";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { tooOften } from "../domain/texts.ts";
import { networkOf } from "./client-network.ts";
import { consume } from "./consume.ts";

/** Limits all calls of one address per minute. Each process counts for itself, also while Redis is down. */
export function ipRateLimit(perMinute: number): RequestHandler {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (req, _res, next) => {
    await consume(limiter, networkOf(req.ip), tooOften.call);
    next();
  };
}
