import { HttpError } from "@matinale/kit";
import type { RequestHandler } from "express";
import { tooOften } from "../domain/texts.ts";
import { AmountByAddress } from "./amount-by-address.ts";
import { networkOf } from "./client-network.ts";

/**
 * Limits the responses to one address that are in progress at the same time, in each process: clients that read
 * slowly hold memory and connections to the services. Over the limit: 429.
 */
export function responsesInFlight(atMost: number): RequestHandler {
  const inFlight = new AmountByAddress();
  return (req, res, next) => {
    const address = networkOf(req.ip);
    if (inFlight.of(address) >= atMost) {
      throw new HttpError("TOO_MANY_REQUESTS", tooOften.call, { retryAfter: 5 });
    }
    inFlight.add(address, 1);
    res.once("close", () => inFlight.add(address, -1));
    next();
  };
}
