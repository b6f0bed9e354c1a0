import { bodiesInFlight, HttpError, useMethods } from "@matinale/kit";
import type { ErrorCode } from "@matinale/contracts";
import express, { type Request, type RequestHandler, type Router } from "express";
import { streamTo } from "../clients/stream-proxy.ts";
import type { ServiceUrls, Upstreams } from "../clients/upstreams.ts";
import { defaultTimeoutMs } from "@matinale/contracts/api";
import type { ServiceName } from "../domain/api-routes.ts";
import { networkOf } from "../middleware/client-network.ts";
import { traceIds } from "../middleware/trace-ids.ts";

const whatsappBytes = 3 * 1024 * 1024;
const stripeBytes = 256 * 1024;
/** A provider must send its whole webhook within this time. Milliseconds. */
const arrivalMs = 10_000;

export interface WebhookLimits {
  WEBHOOK_BYTES_IN_FLIGHT: number;
  WEBHOOK_BYTES_PER_ADDRESS: number;
}

const ownHeaders = (req: Request): Record<string, string> => ({ ...traceIds(req) });

const allowOnly =
  (...methods: string[]): RequestHandler =>
  () => {
    const allow = methods.join(", ");
    throw new HttpError("METHOD_NOT_ALLOWED", useMethods(allow), {
      headers: { allow },
    });
  };

/** Refuses a webhook that has none of these headers before reading its body: it cannot be genuine. */
const signedBy =
  (names: readonly string[], code: ErrorCode): RequestHandler =>
  (req, _res, next) => {
    if (names.every((name) => req.headers[name] === undefined)) {
      throw new HttpError(code, "The webhook is not signed.");
    }
    next();
  };
const signedByWhatsapp = signedBy(["x-hub-signature-256", "x-webhook-hmac"], "INVALID_SIGNATURE");
const signedByStripe = signedBy(["stripe-signature"], "WEBHOOK_REFUSED");

/** Webhooks and media. Callers cannot send X-Requested-With; a signature protects these routes instead. */
export function streamRoutes({
  urls,
  upstreams,
  ipRateLimit,
  limits,
}: {
  urls: ServiceUrls;
  upstreams: Upstreams;
  ipRateLimit: RequestHandler;
  limits: WebhookLimits;
}): Router {
  const to = (service: ServiceName, limitBytes: number) =>
    streamTo({
      service,
      urls,
      upstreams,
      timeoutMs: defaultTimeoutMs,
      limitBytes,
      arrivalMs,
      ownHeaders,
    });
  const bounded = (limitBytes: number) =>
    bodiesInFlight({
      limitBytes,
      totalBytes: limits.WEBHOOK_BYTES_IN_FLIGHT,
      addressBytes: limits.WEBHOOK_BYTES_PER_ADDRESS,
      addressOf: (req) => networkOf(req.ip),
    });
  const whatsapp = to("delivery", whatsappBytes);
  const stripe = to("billing", stripeBytes);
  const pictures = to("identity", 0);
  const media = to("content", 0);
  const router = express.Router({ caseSensitive: true, strict: true });

  router
    .route("/webhooks/whatsapp")
    .get(whatsapp)
    .post(signedByWhatsapp, bounded(whatsappBytes), whatsapp)
    .all(allowOnly("GET", "HEAD", "POST"));
  router
    .route("/webhooks/stripe")
    .post(signedByStripe, bounded(stripeBytes), stripe)
    .all(allowOnly("POST"));
  router
    .route("/media/*key")
    .get(ipRateLimit, (req, res, next) => {
      // browsers must not run uploads and voice notes as pages of the site
      res.setHeader("content-security-policy", "sandbox; default-src 'none'");
      const send = req.path.startsWith("/media/pictures/") ? pictures : media;
      return send(req, res, next);
    })
    .all(allowOnly("GET", "HEAD"));
  return router;
}
