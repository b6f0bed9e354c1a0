import { HttpError } from "@matinale/kit";
import express, { type Request, type RequestHandler, type Router } from "express";
import { streamTo } from "../clients/stream-proxy.ts";
import { urlOf, type ServiceUrls } from "../clients/upstreams.ts";
import { traceIds } from "./trace-ids.ts";

const webhookBytes = 3 * 1024 * 1024;
const limitMs = 5_000;

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
export function streamRoutes(urls: ServiceUrls): Router {
  const to = (service: "content" | "delivery", limitBytes: number) =>
    streamTo({ service, url: urlOf(urls, service), limitMs, limitBytes, ours });
  const whatsapp = to("delivery", webhookBytes);
  const media = to("content", 0);
  const router = express.Router({ caseSensitive: true, strict: true });

  router
    .route("/webhooks/whatsapp")
    .get(whatsapp)
    .post(whatsapp)
    .all(only("GET", "HEAD", "POST"));
  router
    .route("/media/*key")
    .get((req, res, next) => {
      // what people uploaded or we composed is never a page of ours
      res.setHeader("content-security-policy", "sandbox; default-src 'none'");
      media(req, res, next);
    })
    .all(only("GET", "HEAD"));
  return router;
}
