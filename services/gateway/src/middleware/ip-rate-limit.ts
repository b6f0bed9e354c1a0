import type { RequestHandler } from "express";
import { tooOften } from "../domain/texts.ts";
import { networkOf } from "./client-network.ts";
import { tooManyRequests } from "./too-many-requests.ts";

const minuteMs = 60_000;
/** With more counters than this, all start again from zero, so that many addresses cannot fill the memory. */
const maxAddresses = 50_000;

/**
 * Limits all calls of one address per minute. Each process counts for itself: a Redis command for every call
 * would cost more than most calls.
 */
export function ipRateLimit(perMinute: number, now: () => number = Date.now): RequestHandler {
  let counts = new Map<string, number>();
  let until = 0;
  return (req, _res, next) => {
    const at = now();
    if (at >= until || counts.size >= maxAddresses) {
      counts = new Map();
      until = at + minuteMs;
    }
    const address = networkOf(req.ip);
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    if (count > perMinute) throw tooManyRequests(tooOften.call, until - at);
    next();
  };
}
