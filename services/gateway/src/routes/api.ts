import { operations, type Operation } from "@matinale/contracts/api";
import { hasBody, hasJsonType, HttpError, httpTexts } from "@matinale/kit";
import express, { type RequestHandler, type Router } from "express";
import { currentSession } from "./current-session.ts";
import type { AppDeps } from "./deps.ts";
import type { ServiceName } from "../domain/services.ts";
import { texts } from "../domain/texts.ts";
import { allowOnly } from "../middleware/allow-only.ts";
import { readBody } from "../middleware/read-body.ts";
import { responsesInFlight } from "../middleware/responses-in-flight.ts";
import type { Sessions } from "../store/sessions.ts";

const verbs = { GET: "get", POST: "post", PATCH: "patch", DELETE: "delete" } as const;

/**
 * Sets req.userId, or answers 401. Public pages call /me without knowing whether the visitor is signed in, and
 * get 204 when not: a 401 would appear as an error in the console of every visitor.
 */
const requireSession =
  (sessions: Sessions, { empty }: Operation): RequestHandler =>
  async (req, res, next) => {
    try {
      await sessions.require(req, res);
    } catch (error) {
      if (empty === undefined || req.headers["x-session"] !== "optional") throw error;
      if (!(error instanceof HttpError && error.code === "UNAUTHENTICATED")) throw error;
      return void res.status(204).end();
    }
    next();
  };

const readAll = readBody(32 * 1024);

/** JSON, as bytes. A GET has no body: one that is sent is dropped. */
const readJson: RequestHandler = (req, res, next) => {
  const isRead = req.method === "GET" || req.method === "HEAD";
  if (!isRead && hasBody(req) && !hasJsonType(req)) {
    throw new HttpError("UNSUPPORTED_MEDIA_TYPE", httpTexts.sendJson);
  }
  readAll(req, res, (error?: unknown) => {
    if (isRead) req.body = Buffer.alloc(0);
    next(error);
  });
};

const isFile = (body: Operation["body"]): boolean => body !== undefined && "file" in body;

/** A picture of 5 MB and the multipart lines around it. */
const fileStream = {
  stream: { limitBytes: 5 * 1024 * 1024 + 16 * 1024, tooLarge: texts.pictureTooLarge },
};

/** Of files, from one address: a client may send one slowly, and a service takes 16 at a time from everybody. */
const uploadsAtMost = 4;

/** Operations that begin or end a session, but require none. Others that require none also work without Redis. */
const beginOrEnd = new Set(["/login", "/logout"]);

/**
 * The operations of the API: sessions, limits and the way to their services. Other methods of their paths are 405.
 *
 * @param options.ownPages refuses calls of other sites
 * @param options.own      routers for the operations of the gateway itself
 */
export function apiRoutes(
  deps: AppDeps,
  { ownPages, own }: { ownPages: RequestHandler; own: Router[] },
): Router {
  const { sessions, routeRateLimit, proxy } = deps;
  const current = currentSession(deps);
  const uploadsInFlight = responsesInFlight(uploadsAtMost);
  const passTo = (service: ServiceName, { signedIn, timeoutMs, body }: Operation): RequestHandler =>
    proxy({ service, signedIn, timeoutMs, ...(isFile(body) ? fileStream : {}) });

  const handlersOf = (operation: Operation): RequestHandler[] => {
    const { method, path, service, signedIn, limit, body } = operation;
    const handlers: RequestHandler[] = [];
    if (signedIn || beginOrEnd.has(path)) handlers.push(sessions.load);
    if (signedIn) handlers.push(requireSession(sessions, operation));
    // /me itself compares the password, with the profile that it needs in any case
    if (signedIn && path !== "/me") handlers.push(current);
    if (limit !== undefined) {
      handlers.push(routeRateLimit(limit, { route: `${method} ${path}`, signedIn }));
    }
    // each router answers only its own paths, and passes other requests on
    if (service === "gateway") return [...handlers, ...own];
    handlers.push(isFile(body) ? uploadsInFlight : readJson);
    return [...handlers, passTo(service, operation)];
  };

  const router = express.Router({ caseSensitive: true, strict: true });
  // without encoded characters, so that services read the same id
  router.param("id", (req, _res, next, id: string) => {
    if (/^[\w-]{1,64}$/.test(id) && req.path.endsWith(`/${id}`)) next();
    else next("route");
  });
  for (const [path, declared] of Map.groupBy(operations, (operation) => operation.path)) {
    const methods = declared.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : method));
    // with /api in the path itself, so that metrics name the route also after an error
    const route = router.route(`/api${path}`).all(ownPages, allowOnly(...methods));
    for (const operation of declared) {
      for (const handler of handlersOf(operation)) route[verbs[operation.method]](handler);
    }
  }
  return router;
}
