import express, { type Express, type Router } from "express";
import { HttpError } from "./http-error.ts";
import { json } from "./http-input.ts";
import { httpTexts } from "./http-texts.ts";
import { errorHandler, requestContext, requireUser } from "./http-middleware.ts";
import type { Logger } from "./logger.ts";

export const router = (): Router => express.Router({ caseSensitive: true });

/** An Express application without routes, with the settings that every Matinale process shares. */
export function bareApp(): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", false);
  app.set("query parser", "simple");
  app.set("case sensitive routing", true);
  return app;
}

/**
 * The HTTP side of a service behind the gateway.
 *
 * @param options.open   routers that need no user: mounted first, without a body parser
 * @param options.routes routers for a signed-in user: JSON bodies, req.userId set
 */
export function createApp(options: {
  service: string;
  secret: string;
  logger: Logger;
  open?: Router[];
  routes: Router[];
}): Express {
  const app = bareApp();
  app.use(requestContext(options.logger, { trustIds: true }));
  app.use((_req, res, next) => {
    res.setHeader("cache-control", "no-store");
    next();
  });
  for (const each of options.open ?? []) app.use(each);
  app.use(requireUser({ audience: options.service, secret: options.secret }));
  app.use(json());
  for (const each of options.routes) app.use(each);
  // the gateway answers 405 to other methods
  app.use(() => {
    throw new HttpError("NOT_FOUND", httpTexts.nothingHere);
  });
  app.use(errorHandler(options.logger));
  return app;
}
