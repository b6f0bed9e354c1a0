import { bareApp, errorHandler, HttpError, requestContext, type Logger } from "@matinale/kit";
import express, { type Express, type RequestHandler } from "express";
import type { IdentityTokens } from "./clients/identity-tokens.ts";
import type { Upstreams } from "./clients/upstreams.ts";
import type { UserServices } from "./clients/user-services.ts";
import type { Config } from "./config.ts";
import { isPlainPath } from "./domain/request-path.ts";
import { texts } from "./domain/texts.ts";
import { composeMiddleware, mountAt } from "./middleware/compose-middleware.ts";
import { ipRateLimit } from "./middleware/ip-rate-limit.ts";
import type { LoginThrottle } from "./middleware/login-throttle.ts";
import { hasOneHost } from "./middleware/malformed-requests.ts";
import type { RouteRateLimit } from "./middleware/route-rate-limit.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import { sessionMarker } from "./middleware/session-marker.ts";
import { accountRoutes } from "./routes/account.ts";
import { apiDocs } from "./routes/api-docs.ts";
import { apiCalls } from "./routes/api.ts";
import { loginRoutes } from "./routes/login.ts";
import { meRoutes } from "./routes/me.ts";
import { pictureUpload } from "./routes/picture-upload.ts";
import { streamRoutes } from "./routes/streams.ts";
import { webApp } from "./routes/web-app.ts";
import type { LastKnown } from "./store/last-known.ts";
import { sessionCookieName, type Sessions } from "./store/sessions.ts";

export interface AppDeps {
  upstreams: Upstreams;
  tokens: IdentityTokens;
  userServices: UserServices;
  sessions: Sessions;
  lastKnown: LastKnown;
  loginThrottle: LoginThrottle;
  routeRateLimit: RouteRateLimit;
}

/** Refuses requests that a server behind the gateway could read differently. None of our clients sends them. */
const refuseAmbiguous: RequestHandler = (req, _res, next) => {
  if (!isPlainPath(req.url)) throw new HttpError("INVALID_PATH", texts.unreadableAddress);
  if (!hasOneHost(req)) throw new HttpError("VALIDATION_FAILED", texts.oneHost);
  if (req.headers.upgrade !== undefined) {
    throw new HttpError("VALIDATION_FAILED", texts.noUpgrade);
  }
  next();
};

export function gatewayApp(config: Config, logger: Logger, deps: AppDeps): Express {
  const { upstreams, tokens } = deps;
  const inProduction = config.NODE_ENV === "production";
  const perAddress = ipRateLimit(config.CALLS_PER_ADDRESS);

  const app = bareApp();
  app.set("trust proxy", config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false);
  const calls = apiCalls({
    ...deps,
    publicUrl: config.PUBLIC_URL,
    anyHost: !inProduction,
    own: [loginRoutes(deps), meRoutes(deps), accountRoutes(deps)],
    upload: pictureUpload({ urls: config, upstreams, tokens }),
  });
  const headers = securityHeaders({ inProduction });
  const docs = config.NODE_ENV === "development" ? [express.Router().use("/api", apiDocs())] : [];
  app.use(
    composeMiddleware(
      requestContext(logger, { trustIds: false }),
      refuseAmbiguous,
      mountAt("/api", composeMiddleware(headers.calls, perAddress, ...docs, calls)),
    ),
  );
  app.get("/healthz", (_req, res) => void res.json({ status: "ok" }));
  app.use(headers.pages);
  app.use(streamRoutes({ urls: config, upstreams, ipRateLimit: perAddress, limits: config }));
  const mark = sessionMarker(sessionCookieName(inProduction), inProduction);
  app.use(webApp({ folder: config.WEB_DIST, publicUrl: config.PUBLIC_URL, mark }, logger));
  app.use(errorHandler(logger));
  return app;
}
