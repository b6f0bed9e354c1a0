import type { RequestHandler } from "express";
import { tooOften } from "../domain/texts.ts";
import { networkOf, tooMany } from "./throttle.ts";

const minuteMs = 60_000;
const atMost = 50_000;

/**
 * The most that one address may ask in a minute, whatever it asks. Counted in this process alone: a
 * command to Redis for every call would cost more than most calls.
 */
export function callCeiling(perMinute: number, now: () => number = Date.now): RequestHandler {
  let counts = new Map<string, number>();
  let until = 0;
  return (req, _res, next) => {
    const at = now();
    if (at >= until || counts.size >= atMost) {
      counts = new Map();
      until = at + minuteMs;
    }
    const address = networkOf(req.ip);
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    if (count > perMinute) throw tooMany(tooOften.call, until - at);
    next();
  };
}
