import { HttpError, httpTexts, identityHeader, hasJsonType, useMethods } from "@matinale/kit";
import express, { type Request, type RequestHandler, type Router } from "express";
import { forward } from "../clients/forward.ts";
import type { IdentityTokens } from "../clients/identity-tokens.ts";
import type { Upstreams } from "../clients/upstreams.ts";
import { allowed, findRoute, routeFor, type ApiRoute } from "../domain/api-routes.ts";
import { callHeaders } from "../domain/forwarded-headers.ts";
import { pathOf } from "../domain/request-path.ts";
import { refuseForeign } from "../domain/request-origin.ts";
import { refusals } from "../domain/texts.ts";
import type { RouteRateLimit } from "../middleware/route-rate-limit.ts";
import type { Sessions } from "../store/sessions.ts";
import { composeMiddleware } from "../middleware/compose-middleware.ts";
import { traceIds } from "../middleware/trace-ids.ts";

declare module "express-serve-static-core" {
  interface Request {
    /** Set for every existing route under /api. */
    apiRoute: ApiRoute;
    /** The route's path in the table of routes. */
    apiPath: string;
  }
}

const mount = "/api";

/** Sets the label of request metrics: one value for each route of the table. */
const nameRoute = (req: Request): void => {
  req.route = { path: mount + req.apiPath };
};

/** Checks in this order that the path exists, that the request comes from our pages, that the method exists. */
const admit =
  (options: { publicUrl: string; anyHost: boolean }): RequestHandler =>
  (req, res, next) => {
    res.setHeader("cache-control", "no-store");
    const found = findRoute(pathOf(req.url).slice(mount.length));
    if (found === undefined) throw new HttpError("NOT_FOUND", httpTexts.nothingHere);
    req.apiPath = found.path;
    nameRoute(req);

    const here = options.anyHost ? [`http://${req.headers.host}`] : [];
    const refusal = refuseForeign(req.headers, [options.publicUrl, ...here]);
    if (refusal !== null) throw new HttpError(refusal, refusals[refusal]);

    const route = routeFor(found.methods, req.method);
    if (route === undefined) {
      const allow = allowed(found.methods);
      throw new HttpError("METHOD_NOT_ALLOWED", useMethods(allow), { headers: { allow } });
    }
    req.apiRoute = route;
    next();
  };

/**
 * Public pages call /me without knowing whether the visitor is signed in, and get 204 when not: a 401 would
 * appear as an error in the console of every visitor.
 */
const allowsNoSession = (req: Request, failure: unknown): boolean =>
  req.apiPath === "/me" &&
  req.headers["x-session"] === "optional" &&
  failure instanceof HttpError &&
  failure.code === "UNAUTHENTICATED";

/** Finds the signed-in person and counts the call against its limit. */
const authorize =
  (sessions: Sessions, routeRateLimit: RouteRateLimit): RequestHandler =>
  async (req, res, next) => {
    const { session, limit } = req.apiRoute;
    const isSignedIn = session === "required";
    if (isSignedIn) {
      try {
        await sessions.requireUser(req, res);
      } catch (failure) {
        if (!allowsNoSession(req, failure)) throw failure;
        res.status(204).end();
        return;
      }
    }
    if (limit !== undefined) {
      const userId = isSignedIn ? req.userId : undefined;
      const route = `${req.method} ${req.apiPath}`;
      await routeRateLimit(limit, { route, userId, address: req.ip ?? "" });
    }
    next();
  };

const hasBody = (req: Request): boolean =>
  req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;

const readAll = express.raw({ type: () => true, limit: 32 * 1024, inflate: false });

/** Reads the whole body as bytes; services parse it. The body of a GET has no meaning and is dropped. */
const readBody: RequestHandler = (req, res, next) => {
  const isRead = req.method === "GET" || req.method === "HEAD";
  if (isRead || !hasBody(req)) return next();
  if (!hasJsonType(req)) {
    throw new HttpError("UNSUPPORTED_MEDIA_TYPE", httpTexts.sendJson);
  }
  readAll(req, res, (error?: unknown) => {
    // the parser treats a request that was aborted earlier as one without a body
    if (error !== undefined || Buffer.isBuffer(req.body)) return next(error);
    next(new HttpError("VALIDATION_FAILED", httpTexts.unreadable));
  });
};

/**
 * Everything under /api. The gateway's own routes answer log-in, log-out, /me, export and erasure; all other
 * calls go to their service.
 *
 * @param options.own    routers for the gateway's own routes
 * @param options.upload handler of the routes whose body is a file
 */
export function apiCalls(options: {
  publicUrl: string;
  /** Accept every Host as our own: in development the app has several names. */
  anyHost: boolean;
  sessions: Sessions;
  routeRateLimit: RouteRateLimit;
  upstreams: Upstreams;
  tokens: IdentityTokens;
  own: Router[];
  upload: RequestHandler;
}): RequestHandler {
  const { sessions, routeRateLimit, upstreams, tokens } = options;
  const mounted = (...handlers: RequestHandler[]) =>
    express.Router({ caseSensitive: true, strict: true }).use(mount, ...handlers);
  const own = mounted(...options.own);
  const upload = mounted(options.upload);
  return composeMiddleware(
    admit(options),
    authorize(sessions, routeRateLimit),
    (req, res, next) => {
      const { isUpload, service } = req.apiRoute;
      if (!isUpload && service !== "gateway") return next();
      const answer = isUpload ? upload : own;
      answer(req, res, (error?: unknown) => {
        nameRoute(req);
        next(error ?? new Error(`no handler answered ${req.apiPath}`));
      });
    },
    readBody,
    async (req, res) => {
      const { service, session, timeoutMs } = req.apiRoute;
      if (service === "gateway") return;
      const headers = { ...callHeaders(req.headers), ...traceIds(req) };
      if (session === "required") {
        Object.assign(headers, { [identityHeader]: await tokens(req.userId, service) });
      }
      const body = Buffer.isBuffer(req.body) ? req.body : null;
      const call = { service, path: req.url.slice(mount.length), headers, body, timeoutMs };
      await forward(upstreams, call, req, res);
    },
  );
}
