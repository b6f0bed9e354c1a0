import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "@matinale/kit";
import type { RequestHandler } from "express";
import { refusals } from "../domain/texts.ts";

/**
 * Why a request could come from a page of another site, or null. Such a page cannot set X-Requested-With
 * without a preflight, which the gateway never grants, and cannot hide its Origin and Sec-Fetch-Site.
 * GET is checked, too: a preview costs money, and browsers send a Lax cookie with a top-level link.
 *
 * @param ownOrigins scheme, host and port of our own pages
 */
export function refuseForeign(
  headers: IncomingHttpHeaders,
  ownOrigins: readonly string[],
): "CSRF_HEADER_REQUIRED" | "ORIGIN_REFUSED" | null {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return "ORIGIN_REFUSED";
  const { origin } = headers;
  if (origin !== undefined && !ownOrigins.includes(origin)) return "ORIGIN_REFUSED";
  const by = headers["x-requested-with"];
  return typeof by === "string" && by.toLowerCase() === "xmlhttprequest"
    ? null
    : "CSRF_HEADER_REQUIRED";
}

/**
 * Refuses calls that could come from a page of another site.
 *
 * @param options.anyHost accept every Host as our own: in development the app has several names
 */
export const ownPagesOnly =
  (options: { publicUrl: string; anyHost: boolean }): RequestHandler =>
  (req, _res, next) => {
    const here = options.anyHost ? [`http://${req.headers.host}`] : [];
    const refusal = refuseForeign(req.headers, [options.publicUrl, ...here]);
    if (refusal !== null) throw new HttpError(refusal, refusals[refusal]);
    next();
  };
