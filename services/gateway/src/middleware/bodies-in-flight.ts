import { HttpError, httpTexts } from "@matinale/kit";
import type { Request, RequestHandler } from "express";
import { AmountByAddress } from "./amount-by-address.ts";
import { networkOf } from "./client-network.ts";

const mebibyte = 1024 * 1024;
/** Of all bodies of one webhook that are read at the same time. Bytes. */
const totalBytes = 32 * mebibyte;
/** Of the bodies from one address, more than the limit of one body. Bytes. */
const addressBytes = 8 * mebibyte;
/** Most webhooks are smaller than this; half of the total is reserved for them. Bytes. */
const smallBytes = 64 * 1024;

/** The announced size of the body; without a length, the limit. */
function announced(req: Request, limitBytes: number): number {
  if (req.headers["transfer-encoding"] !== undefined) return limitBytes;
  return Number(req.headers["content-length"] ?? 0);
}

/**
 * Limits the bytes of bodies that are read at the same time, before they are read: anyone can call a webhook,
 * and its signature can be checked only at the end of the body. Over the share of an address: 429. Over the total, the
 * connection of the body that has been arriving for longest is closed: a provider sends a body at once. When all have
 * arrived: 503.
 *
 * @param limitBytes  of one body; larger ones are 413
 */
export function bodiesInFlight(limitBytes: number): RequestHandler {
  const reserved = { small: 0, large: 0 };
  const reservedBy = new AmountByAddress();
  /** The bodies that are not complete yet, oldest first, and what ends their reservation. */
  const arriving = { small: new Map<Request, () => void>(), large: new Map<Request, () => void>() };

  return (req, res, next) => {
    const bytes = announced(req, limitBytes);
    if (bytes > limitBytes) throw new HttpError("PAYLOAD_TOO_LARGE", httpTexts.tooLarge);
    const size = bytes <= smallBytes ? "small" : "large";
    const address = networkOf(req.ip);
    if (reservedBy.of(address) + bytes > addressBytes) {
      const text = "Too much is sent from your network. Try again soon.";
      throw new HttpError("TOO_MANY_REQUESTS", text, { retryAfter: 5 });
    }
    for (const [oldest, release] of arriving[size]) {
      if (reserved[size] + bytes <= totalBytes / 2) break;
      release();
      oldest.destroy();
    }
    if (reserved[size] + bytes > totalBytes / 2) {
      throw new HttpError("SERVICE_UNAVAILABLE", httpTexts.unavailable, { retryAfter: 5 });
    }
    reserved[size] += bytes;
    reservedBy.add(address, bytes);
    const release = () => {
      arriving[size].delete(req);
      reserved[size] -= bytes;
      reservedBy.add(address, -bytes);
      res.off("close", release);
    };
    arriving[size].set(req, release);
    req.once("end", () => arriving[size].delete(req));
    res.once("close", release);
    next();
  };
}
