import { HttpError } from "@matinale/kit";
import express, { type Request, type RequestHandler, type Router } from "express";
import { streamTo } from "../clients/stream-proxy.ts";
import type { ServiceUrls, Upstreams } from "../clients/upstreams.ts";
import { usualMs, type ServiceName } from "../domain/api-routes.ts";
import { traceIds } from "./trace-ids.ts";

const whatsappBytes = 3 * 1024 * 1024;
const stripeBytes = 256 * 1024;

const ours = (req: Request): Record<string, string> => ({ ...traceIds(req) });

const only =
  (...methods: string[]): RequestHandler =>
  (req) => {
    const allow = methods.join(", ");
    throw new HttpError("METHOD_NOT_ALLOWED", `Use ${allow}, not ${req.method}.`, {
      headers: { allow },
    });
  };

/** What is neither called by our own pages with a header nor a page: it is signed instead. */
export function streamRoutes({
  urls,
  upstreams,
  ceiling,
}: {
  urls: ServiceUrls;
  upstreams: Upstreams;
  ceiling: RequestHandler;
}): Router {
  const to = (service: ServiceName, limitBytes: number) =>
    streamTo({ service, urls, upstreams, limitMs: usualMs, limitBytes, ours });
  const whatsapp = to("delivery", whatsappBytes);
  const stripe = to("billing", stripeBytes);
  const pictures = to("identity", 0);
  const media = to("content", 0);
  const router = express.Router({ caseSensitive: true, strict: true });

  router
    .route("/webhooks/whatsapp")
    .get(whatsapp)
    .post(whatsapp)
    .all(only("GET", "HEAD", "POST"));
  router.route("/webhooks/stripe").post(stripe).all(only("POST"));
  router
    .route("/media/*key")
    .get(ceiling, (req, res, next) => {
      // what people uploaded or we composed is never a page of ours
      res.setHeader("content-security-policy", "sandbox; default-src 'none'");
      const send = req.path.startsWith("/media/pictures/") ? pictures : media;
      return send(req, res, next);
    })
    .all(only("GET", "HEAD"));
  return router;
}
