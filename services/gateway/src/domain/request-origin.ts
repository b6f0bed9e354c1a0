import type { IncomingHttpHeaders } from "node:http";

export type OriginRefusal = "CSRF_HEADER_REQUIRED" | "ORIGIN_REFUSED";

/**
 * The reason why a request may come from a foreign page, or null. A foreign page cannot set X-Requested-With
 * without a preflight, which the gateway never grants, nor hide its Origin and Sec-Fetch-Site.
 * GET is included, since a preview costs money and a Lax cookie goes with a top-level link.
 *
 * @param ownOrigins scheme, host and port of our own pages
 */
export function refuseForeign(
  headers: IncomingHttpHeaders,
  ownOrigins: readonly string[],
): OriginRefusal | null {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return "ORIGIN_REFUSED";
  const { origin } = headers;
  if (origin !== undefined && !ownOrigins.includes(origin)) return "ORIGIN_REFUSED";
  const by = headers["x-requested-with"];
  return typeof by === "string" && by.toLowerCase() === "xmlhttprequest"
    ? null
    : "CSRF_HEADER_REQUIRED";
}
