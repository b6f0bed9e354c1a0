import {
  bareApp,
  errorHandler,
  HttpError,
  httpTexts,
  requestContext,
  type Logger,
  type Words,
} from "@matinale/kit";
import type { Express, Request, RequestHandler } from "express";
import type { AppDeps } from "./routes/deps.ts";
import type { Config } from "./config.ts";
import { noticePage } from "./domain/notice-page.ts";
import { isPlainPath } from "./domain/request-path.ts";
import { texts } from "./domain/texts.ts";
import { ipRateLimit } from "./middleware/rate-limits.ts";
import { hasOneHost } from "./middleware/malformed-requests.ts";
import { ownPagesOnly } from "./middleware/own-pages-only.ts";
import { responsesInFlight } from "./middleware/responses-in-flight.ts";
import { dataHeaders, pageHeaders } from "./middleware/security-headers.ts";
import { sessionMarker } from "./middleware/session-marker.ts";
import { accountRoutes } from "./routes/account.ts";
import { apiDocs } from "./routes/api-docs.ts";
import { apiRoutes } from "./routes/api.ts";
import { meRoutes } from "./routes/me.ts";
import { passwordRoutes } from "./routes/password.ts";
import { productRoutes } from "./routes/product.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { streamRoutes } from "./routes/streams.ts";
import { webApp } from "./routes/web-app.ts";
import { sessionCookieName } from "./store/sessions.ts";

/** Refuses requests that a server behind the gateway could read differently. None of our clients sends them. */
const refuseAmbiguous: RequestHandler = (req, _res, next) => {
  if (!isPlainPath(req.url)) throw new HttpError("INVALID_PATH", texts.unreadableAddress);
  if (!hasOneHost(req)) throw new HttpError("VALIDATION_FAILED", texts.oneHost);
  if (req.headers.upgrade !== undefined) {
    throw new HttpError("VALIDATION_FAILED", texts.noUpgrade);
  }
  next();
};

/** To one address: a carrier has hundreds of phones behind one, and a browser loads about ten files at a time. */
const responsesAtMost = 500;

export function gatewayApp(config: Config, logger: Logger, deps: AppDeps): Express {
  const { proxy } = deps;
  const inProduction = config.NODE_ENV === "production";
  const perAddress = ipRateLimit(config.CALLS_PER_ADDRESS);
  const ownPages = ownPagesOnly({ publicUrl: config.PUBLIC_URL, anyHost: !inProduction });
  const mark = sessionMarker(sessionCookieName(inProduction), inProduction);

  const app = bareApp();
  app.set("trust proxy", config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false);
  app.use(requestContext(logger, { trustIds: false }), refuseAmbiguous);
  app.get("/healthz", (_req, res) => void res.json({ status: "ok" }));

  const inFlight = responsesInFlight(responsesAtMost);
  app.use("/api", dataHeaders(inProduction), perAddress, inFlight);
  app.use("/api/docs", apiDocs({ browser: config.NODE_ENV === "development" }));
  const own = [
    meRoutes(deps, { sendsMail: config.SEND_MAIL === "on" }),
    accountRoutes(deps),
    productRoutes(config),
    passwordRoutes(deps),
    sessionRoutes(deps),
  ];
  app.use(apiRoutes(deps, { ownPages, own }));
  app.use("/api", () => {
    throw new HttpError("NOT_FOUND", httpTexts.nothingHere);
  });

  app.use(pageHeaders(inProduction));
  app.use(streamRoutes({ proxy, ipRateLimit: perAddress }));
  const { WEB_DIST: folder, PUBLIC_URL: publicUrl, PRODUCT_FILE: product } = config;
  app.use(inFlight, webApp({ folder, publicUrl, product, mark }, logger));
  const pageFor = (words: Words, { path }: Request) =>
    isOfApi.test(path) ? undefined : noticePage(product.brand.name, words);
  app.use(errorHandler(logger, pageFor));
  return app;
}

const isOfApi = /^\/api(?:\/|$)/i;
