import type { RequestHandler } from "express";
import { tooOften } from "../domain/texts.ts";
import { networkOf } from "./client-network.ts";
import { tooManyRequests } from "./too-many-requests.ts";

const minuteMs = 60_000;
/** Counters kept at once; all are dropped beyond, so that addresses cannot fill the memory. */
const maxAddresses = 50_000;

/**
 * Limits the calls of one address in a minute, whatever they are. Counted in this process alone: a
 * command to Redis for every call would cost more than most calls.
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
