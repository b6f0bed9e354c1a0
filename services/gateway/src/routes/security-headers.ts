import type { RequestHandler } from "express";
import helmet from "helmet";

/**
 * What browsers may do with our answers: nothing from elsewhere, no inline script, no framing.
 * Inline style is allowed, since styled-components and the UI primitives add style elements at run
 * time; a nonce would need a new index.html for every visit, and style alone cannot call out here.
 */
export function securityHeaders({ inProduction }: { inProduction: boolean }): RequestHandler {
  const apply = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "connect-src": ["'self'"],
        "font-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "img-src": ["'self'", "data:", "blob:"],
        "media-src": ["'self'", "blob:"],
        "object-src": ["'none'"],
        "script-src": ["'self'"],
        "script-src-attr": ["'none'"],
        "style-src": ["'self'", "'unsafe-inline'"],
        ...(inProduction ? { "upgrade-insecure-requests": [] } : {}),
      },
    },
    xFrameOptions: { action: "deny" },
    strictTransportSecurity: inProduction && { maxAge: 63_072_000, includeSubDomains: true },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
  return (req, res, next) => {
    res.setHeader("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(self)");
    apply(req, res, next);
  };
}
