import type { Request, RequestHandler } from "express";
import { HttpError } from "./http-error.ts";
import { httpTexts } from "./http-texts.ts";

/** Most webhooks are smaller than this; half of the budget is reserved for them. Bytes. */
const smallBytes = 64 * 1024;

/** The announced size of the body; without a length, the limit. */
function announced(req: Request, limitBytes: number): number {
  if (req.headers["transfer-encoding"] !== undefined) return limitBytes;
  return Number(req.headers["content-length"] ?? 0);
}

/**
 * Limits the bytes of bodies that are read at the same time, before they are read: anyone can call a webhook,
 * and its signature can be checked only at the end of the body.
 *
 * @param options.limitBytes   of one body; larger ones are 413
 * @param options.totalBytes   of all bodies; half of it for bodies of up to 64 KiB. Over it: 503
 * @param options.addressBytes of the bodies from one address, at least `limitBytes`. Over it: 429
 */
export function bodiesInFlight(options: {
  limitBytes: number;
  totalBytes: number;
  addressBytes: number;
  addressOf: (req: Request) => string;
}): RequestHandler {
  const { limitBytes, totalBytes, addressBytes, addressOf } = options;
  const reserved = { small: 0, large: 0 };
  const reservedBy = new Map<string, number>();

  return (req, res, next) => {
    const bytes = announced(req, limitBytes);
    if (bytes > limitBytes) throw new HttpError("PAYLOAD_TOO_LARGE", httpTexts.tooLarge);
    const size = bytes <= smallBytes ? "small" : "large";
    const address = addressOf(req);
    const before = reservedBy.get(address) ?? 0;
    if (before + bytes > addressBytes) {
      const text = "Too much is sent from your network. Try again soon.";
      throw new HttpError("TOO_MANY_REQUESTS", text, { retryAfter: 5 });
    }
    if (reserved[size] + bytes > totalBytes / 2) {
      throw new HttpError("SERVICE_UNAVAILABLE", httpTexts.unavailable, { retryAfter: 5 });
    }
    reserved[size] += bytes;
    reservedBy.set(address, before + bytes);
    res.once("close", () => {
      reserved[size] -= bytes;
      const left = (reservedBy.get(address) ?? 0) - bytes;
      if (left > 0) reservedBy.set(address, left);
      else reservedBy.delete(address);
    });
    next();
  };
}
