import type { RequestHandler } from "express";
import helmet from "helmet";

/** Stripe's script must come from Stripe. It shows the card's fields in its own frames (docs.stripe.com/security/guide). */
const stripeScripts = ["https://js.stripe.com", "https://*.js.stripe.com"];
const stripeFrames = [...stripeScripts, "https://hooks.stripe.com"];
const stripeApi = "https://api.stripe.com";

const permissions = `camera=(), geolocation=(), microphone=(), payment=(self "${stripeScripts[0]}")`;

/** How long a browser uses https only, in seconds: two years. */
const httpsSeconds = 63_072_000;
/** Addresses can contain the token of a mailed link. */
const referrerPolicy = "strict-origin";

/**
 * For pages: no content of other sites except Stripe's, no inline script, no framing. Inline style is allowed,
 * because styled-components and the UI primitives add style elements at run time; a nonce would need a new
 * index.html for every visit, and style alone cannot send data out under this policy.
 */
export function pageHeaders(inProduction: boolean): RequestHandler[] {
  const headers = helmet({
    xFrameOptions: { action: "deny" },
    strictTransportSecurity: inProduction && { maxAge: httpsSeconds, includeSubDomains: true },
    referrerPolicy: { policy: referrerPolicy },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "connect-src": ["'self'", stripeApi],
        "font-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-src": stripeFrames,
        "frame-ancestors": ["'none'"],
        "img-src": ["'self'", "data:", "blob:"],
        "media-src": ["'self'", "blob:"],
        "object-src": ["'none'"],
        "script-src": ["'self'", ...stripeScripts],
        "script-src-attr": ["'none'"],
        "style-src": ["'self'", "'unsafe-inline'"],
        ...(inProduction ? { "upgrade-insecure-requests": [] } : {}),
      },
    },
  });
  const permit: RequestHandler = (_req, res, next) => {
    res.setHeader("permissions-policy", permissions);
    next();
  };
  return [headers, permit];
}

/** For data: a browser that shows it as a page loads and runs nothing. The other headers of helmet are for pages. */
export function dataHeaders(inProduction: boolean): RequestHandler {
  const headers = new Map([
    ["cache-control", "no-store"],
    ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
    ["cross-origin-resource-policy", "same-origin"],
    ["referrer-policy", referrerPolicy],
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    // search engines read data for the pages that show it, and do not list it
    ["x-robots-tag", "noindex"],
  ]);
  if (inProduction) {
    headers.set("strict-transport-security", `max-age=${httpsSeconds}; includeSubDomains`);
  }
  return (_req, res, next) => {
    res.setHeaders(headers);
    next();
  };
}
