import { bareApp, errorHandler, HttpError, requestContext, type Logger } from "@matinale/kit";
import express, { type Express, type RequestHandler } from "express";
import type { Redis } from "ioredis";
import { createIdentityTokens } from "./clients/identity-tokens.ts";
import { createPeople } from "./clients/people.ts";
import type { Upstreams } from "./clients/upstreams.ts";
import type { Config } from "./config.ts";
import { isPlainPath } from "./domain/request-path.ts";
import { texts } from "./domain/texts.ts";
import { accountRoutes } from "./routes/account.ts";
import { apiDocs } from "./routes/api-docs.ts";
import { apiCalls } from "./routes/api.ts";
import { loginRoutes } from "./routes/login.ts";
import { meRoutes } from "./routes/me.ts";
import { below, oneLayer } from "./routes/one-layer.ts";
import { pictureUpload } from "./routes/picture-upload.ts";
import { securityHeaders } from "./routes/security-headers.ts";
import { sessionMarker } from "./routes/session-marker.ts";
import { streamRoutes } from "./routes/streams.ts";
import { hasOneHost } from "./routes/unreadable.ts";
import { webApp } from "./routes/web-app.ts";
import { callCeiling } from "./store/ceiling.ts";
import { createLastKnown } from "./store/last-known.ts";
import { createLimits } from "./store/limits.ts";
import { createSessions, sessionCookieName } from "./store/sessions.ts";
import { createThrottle } from "./store/throttle.ts";

/** What no client of ours sends, and what a server behind us could understand differently. */
const refuseAmbiguous: RequestHandler = (req, _res, next) => {
  if (!isPlainPath(req.url)) throw new HttpError("INVALID_PATH", texts.unreadableAddress);
  if (!hasOneHost(req)) throw new HttpError("VALIDATION_FAILED", texts.oneHost);
  if (req.headers.upgrade !== undefined) {
    throw new HttpError("VALIDATION_FAILED", texts.noUpgrade);
  }
  next();
};

export function createGateway(options: {
  config: Config;
  logger: Logger;
  redis: Redis;
  upstreams: Upstreams;
}): Express {
  const { config, logger, redis, upstreams } = options;
  const inProduction = config.NODE_ENV === "production";
  const tokens = createIdentityTokens(config.INTERNAL_TOKEN_SECRET);
  const people = createPeople(upstreams, tokens);
  const throttle = createThrottle(redis, config);
  const lastKnown = createLastKnown(redis, logger);
  const sessions = createSessions({ redis, secrets: config.SESSION_SECRET, secure: inProduction });
  const ceiling = callCeiling(config.CALLS_PER_ADDRESS);

  const app = bareApp();
  app.set("trust proxy", config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false);
  const calls = apiCalls({
    publicUrl: config.PUBLIC_URL,
    anyHost: !inProduction,
    sessions,
    count: createLimits(redis, config),
    upstreams,
    tokens,
    own: [
      loginRoutes({ people, sessions, lastKnown, throttle }),
      meRoutes({ people, sessions, lastKnown }),
      accountRoutes({ people, sessions, lastKnown, throttle }),
    ],
    upload: pictureUpload({ urls: config, upstreams, tokens }),
  });
  const headers = securityHeaders({ inProduction });
  const docs = config.NODE_ENV === "development" ? [express.Router().use("/api", apiDocs())] : [];
  app.use(
    oneLayer(
      requestContext(logger, { trustIds: false }),
      refuseAmbiguous,
      below("/api", oneLayer(headers.calls, ceiling, ...docs, calls)),
    ),
  );
  app.get("/healthz", (_req, res) => void res.json({ status: "ok" }));
  app.use(headers.pages);
  app.use(streamRoutes({ urls: config, upstreams, ceiling, limits: config }));
  const mark = sessionMarker(sessionCookieName(inProduction), inProduction);
  app.use(webApp({ folder: config.WEB_DIST, publicUrl: config.PUBLIC_URL, mark }, logger));
  app.use(errorHandler(logger));
  return app;
}
