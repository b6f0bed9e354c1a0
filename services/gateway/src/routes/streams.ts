import { hasBody, HttpError, httpTexts } from "@matinale/kit";
import type { ErrorCode } from "@matinale/contracts";
import express, { type RequestHandler, type Router } from "express";
import type { Proxy } from "../clients/proxy.ts";
import { texts } from "../domain/texts.ts";
import { allowOnly } from "../middleware/allow-only.ts";
import { bodiesInFlight } from "../middleware/bodies-in-flight.ts";
import { readBody } from "../middleware/read-body.ts";
import { responsesInFlight } from "../middleware/responses-in-flight.ts";

/** Of one webhook. Bytes. */
const whatsappBytes = 3 * 1024 * 1024;
const stripeBytes = 256 * 1024;
/** Of media, to one address: a player may read slowly, and a service has 256 connections for all of them. */
const mediaAtMost = 32;

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

/** Refuses a body: a service would wait for one that never arrives, and its circuit breaker open. */
const withoutBody: RequestHandler = (req, _res, next) => {
  if (hasBody(req)) throw new HttpError("PAYLOAD_TOO_LARGE", httpTexts.tooLarge);
  next();
};

/** Webhooks, media and short links. Callers cannot send X-Requested-With; a signature protects these routes instead. */
export function streamRoutes({
  proxy,
  ipRateLimit,
}: {
  proxy: Proxy;
  ipRateLimit: RequestHandler;
}): Router {
  const stream = { limitBytes: 0 };
  const read = (limitBytes: number) => [bodiesInFlight(limitBytes), readBody(limitBytes)];
  const pictures = proxy({ service: "identity", stream, gone: texts.fileGone });
  const media = proxy({ service: "content", stream, gone: texts.fileGone });
  const shortLink = proxy({ service: "content", gone: texts.linkGone });
  const router = express.Router({ caseSensitive: true, strict: true });

  router
    .route("/webhooks/whatsapp")
    .all(allowOnly("GET", "HEAD", "POST"))
    .get(proxy({ service: "delivery", stream }))
    .post(signedByWhatsapp, ...read(whatsappBytes), proxy({ service: "delivery" }));
  router
    .route("/webhooks/stripe")
    .all(allowOnly("POST"))
    .post(signedByStripe, ...read(stripeBytes), proxy({ service: "billing" }));
  router
    .route("/media{/pictures}/:key")
    .all(allowOnly("GET", "HEAD"))
    .get(ipRateLimit, responsesInFlight(mediaAtMost), (req, res, next) => {
      // browsers must not run uploads and voice notes as pages of the site; the page about a missing one has style
      res.setHeader(
        "content-security-policy",
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      );
      const send = req.path.startsWith("/media/pictures/") ? pictures : media;
      return send(req, res, next);
    });
  router.route("/r/:id").all(allowOnly("GET", "HEAD")).get(ipRateLimit, withoutBody, shortLink);
  return router;
}
