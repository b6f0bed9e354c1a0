import { HttpError } from "@matinale/kit";
import type { RequestHandler } from "express";
import { tooOften } from "../domain/texts.ts";
import { networkOf } from "./client-network.ts";

/**
 * Limits the responses to one address that are in progress at the same time, in each process: clients that read
 * slowly hold memory and connections to the services. Over the limit: 429.
 *
 * @param atMost  a carrier has hundreds of phones behind one address, and a browser loads about ten files at a time
 */
export function responsesInFlight(atMost: number): RequestHandler {
  const inFlight = new Map<string, number>();
  return (req, res, next) => {
    const address = networkOf(req.ip);
    const before = inFlight.get(address) ?? 0;
    if (before >= atMost) {
      throw new HttpError("TOO_MANY_REQUESTS", tooOften.call, { retryAfter: 5 });
    }
    inFlight.set(address, before + 1);
    res.once("close", () => {
      const left = (inFlight.get(address) ?? 0) - 1;
      if (left > 0) inFlight.set(address, left);
      else inFlight.delete(address);
    });
    next();
  };
}
