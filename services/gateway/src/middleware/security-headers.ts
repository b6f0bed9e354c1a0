import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RequestHandler } from "express";
import helmet from "helmet";

/** Stripe's script must come from Stripe. It shows the card's fields in its own frame (docs.stripe.com/security). */
const stripe = { script: "https://js.stripe.com", api: "https://api.stripe.com" };
const stripeFrames = [stripe.script, "https://hooks.stripe.com"];

const permissions = `camera=(), geolocation=(), microphone=(), payment=(self "${stripe.script}")`;

/** Headers that also apply to responses other than pages. */
const everywhere = new Set([
  "cross-origin-resource-policy",
  "referrer-policy",
  "strict-transport-security",
  "x-content-type-options",
  "x-frame-options",
]);

/**
 * Security headers: no content of other sites except Stripe's, no inline script, no framing. Inline style is
 * allowed, because styled-components and the UI primitives add style elements at run time; a nonce would need
 * a new index.html for every visit, and style alone cannot send data out under this policy.
 */
export function securityHeaders({ inProduction }: { inProduction: boolean }): {
  pages: RequestHandler;
  calls: RequestHandler;
} {
  const apply = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "connect-src": ["'self'", stripe.api],
        "font-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-src": stripeFrames,
        "frame-ancestors": ["'none'"],
        "img-src": ["'self'", "data:", "blob:"],
        "media-src": ["'self'", "blob:"],
        "object-src": ["'none'"],
        "script-src": ["'self'", stripe.script],
        "script-src-attr": ["'none'"],
        "style-src": ["'self'", "'unsafe-inline'"],
        ...(inProduction ? { "upgrade-insecure-requests": [] } : {}),
      },
    },
    xFrameOptions: { action: "deny" },
    strictTransportSecurity: inProduction && { maxAge: 63_072_000, includeSubDomains: true },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
  // computed once: the headers are the same for every response
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  apply(sample.req, sample, () => undefined);
  sample.setHeader("permissions-policy", permissions);
  const forPages = new Map(
    Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)] as const),
  );
  const forData = new Map([...forPages].filter(([name]) => everywhere.has(name)));
  forData.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  const set =
    (headers: Map<string, string>): RequestHandler =>
    (_req, res, next) => {
      res.setHeaders(headers);
      next();
    };
  return { pages: set(forPages), calls: set(forData) };
}
