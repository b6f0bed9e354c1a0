import { randomUUID } from "node:crypto";
import type { UserId } from "@matinale/contracts";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { withContext } from "./context.ts";
import { HttpError } from "./http-error.ts";
import { httpTexts } from "./http-texts.ts";
import { identityHeader, verifyIdentity } from "./identity.ts";
import type { Logger } from "./logger.ts";
import { histogram } from "./metrics.ts";
import { DocumentNotFound, isDatabaseAway, VersionConflict } from "./mongo-errors.ts";
import { readerLanguage, type Words } from "./reader-language.ts";
import { beginSpan } from "./tracing.ts";

declare global {
  // eslint-disable-next-line typescript/no-namespace -- Express reads added fields from this global namespace
  namespace Express {
    interface Request {
      requestId: string;
      /** Set by requireUser; reading it on an open route is a mistake. */
      userId: UserId;
    }
  }
}

const duration = histogram("http_request_duration_seconds");

/** One label value for all paths without a route: raw paths would be unlimited. */
const routeOf = (req: Request): string => {
  const route: unknown = req.route;
  const path = typeof route === "object" && route !== null && "path" in route ? route.path : null;
  return typeof path === "string" ? req.baseUrl + path : "unmatched";
};

/** Node accepts 35 methods, and callers may send any of them: one label value for those that no service has. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const labelOf = (method: string): string => (methods.has(method) ? method : "other");

const id = /^[\w-]{8,64}$/;
const trusted = (value = ""): string | undefined => (id.test(value) ? value : undefined);

/** Gives the request its ids, measures and logs it. @param options.trustIds  uses the ids that the gateway sends */
export const requestContext =
  (logger: Logger, options: { trustIds: boolean }): RequestHandler =>
  (req, res, next) => {
    const sent = (header: string) => (options.trustIds ? req.get(header) : undefined);
    req.requestId = trusted(sent("x-request-id")) ?? randomUUID();
    const correlationId = trusted(sent("x-correlation-id")) ?? req.requestId;
    res.setHeader("x-request-id", req.requestId);
    const span = beginSpan(req.method, "SERVER", {
      parent: sent("traceparent"),
      attributes: { "http.request.method": req.method },
    });
    const started = performance.now();
    res.once("close", () => {
      const seconds = (performance.now() - started) / 1000;
      const status = res.writableFinished ? String(res.statusCode) : "aborted";
      const route = routeOf(req);
      duration.observe({ method: labelOf(req.method), route, status }, seconds);
      span?.end({
        name: `${req.method} ${route}`,
        attributes: { "http.route": route, "http.response.status_code": res.statusCode },
        ...(res.statusCode >= 500 ? { error: status } : {}),
      });
      logger.debug(
        { method: req.method, route, status, ms: Math.round(seconds * 1000) },
        "request finished",
      );
    });
    const traceparent = span === undefined ? {} : { traceparent: span.traceparent };
    withContext({ correlationId, requestId: req.requestId, ...traceparent }, next);
  };

/** Whether a person opened the address in a browser. Scripts, pictures and programs do not ask for HTML first. */
export const isOpened = (req: Request): boolean => req.accepts(["json", "html"]) === "html";

function sendError(req: Request, res: Response, error: HttpError, pageOf?: PageOf): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const { requestId } = req;
  const { code, words } = error;
  const message = typeof words === "string" ? words : words[readerLanguage(req)];
  const page = typeof words !== "string" && isOpened(req) ? pageOf?.(words, req) : undefined;
  const text = page ?? JSON.stringify({ message, code, requestId });
  res
    .status(error.status)
    .set({ "cache-control": "no-store", ...error.headers })
    .type(page === undefined ? "json" : "html")
    .set({ "content-length": String(Buffer.byteLength(text)) });
  res.write(text);
  drainBody(req, () => res.end());
}

/** Limits of the time and of the bytes that a refused body is drained. */
const maxDrainMs = 5_000;
const maxDrainBytes = 32 * 1024 * 1024;

/** Reads the rest of a refused body: many clients send all of it before they read the response. */
function drainBody(req: Request, done: () => void): void {
  const waitsForContinue = req.headers.expect !== undefined;
  if (req.complete || req.destroyed || waitsForContinue) return done();
  let left = maxDrainBytes;
  const finish = () => {
    clearTimeout(timer);
    done();
  };
  const timer = setTimeout(finish, maxDrainMs);
  req.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) finish();
  });
  req.once("end", finish);
  req.once("close", finish);
  req.resume();
}

/** Body parsers and the router describe an error by `type` and `status`. */
function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof DocumentNotFound) return new HttpError("NOT_FOUND", httpTexts.nothingHere);
  if (error instanceof VersionConflict)
    return new HttpError("CONFLICT", httpTexts.changedElsewhere);
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown };
  if (type === "entity.parse.failed") {
    return new HttpError("INVALID_JSON", httpTexts.invalidJson);
  }
  if (type === "entity.too.large") {
    return new HttpError("PAYLOAD_TOO_LARGE", httpTexts.tooLarge);
  }
  if (type === "encoding.unsupported" || type === "charset.unsupported") {
    return new HttpError("UNSUPPORTED_MEDIA_TYPE", httpTexts.sendJson);
  }
  // by express.static, which has set Content-Range
  if (status === 416) return new HttpError("RANGE_NOT_SATISFIABLE", httpTexts.noSuchPart);
  if (typeof status === "number" && status >= 400 && status < 500) {
    return new HttpError("VALIDATION_FAILED", httpTexts.unreadable);
  }
  if (isDatabaseAway(error)) {
    return new HttpError("SERVICE_UNAVAILABLE", httpTexts.unavailable, {
      retryAfter: 5,
      cause: error,
    });
  }
  return new HttpError("INTERNAL", httpTexts.failed, { cause: error });
}

/** The page that says why an address does not open; none where people get JSON, too. */
type PageOf = (words: Words, req: Request) => string | undefined;

/** The one place where an error becomes a response: JSON, or for people the page of `pageOf`. Without a stack. */
export const errorHandler =
  (logger: Logger, pageOf?: PageOf): ErrorRequestHandler =>
  (error, req, res, _next) => {
    const response = asHttpError(error);
    if (response.status >= 500) {
      const { method } = req;
      logger.error(
        { err: response.cause ?? response, method, route: routeOf(req) },
        "request failed",
      );
    }
    sendError(req, res, response, pageOf);
  };

/** Verifies the signed identity. @param kind a person (sets req.userId) or a service as itself */
const requireSubject =
  (kind: "user" | "service") =>
  (options: { audience: string; secret: string }): RequestHandler =>
  async (req, _res, next) => {
    const token = req.get(identityHeader) ?? "";
    const { subject } = await verifyIdentity(token, options).catch(() => ({ subject: "" }));
    if (subject === "" || subject.startsWith("service:") !== (kind === "service")) {
      // a challenge: the token is refused, the person may exist (RFC 9110, 11.6.1)
      const headers = { "www-authenticate": "Matinale" };
      throw new HttpError("UNAUTHENTICATED", httpTexts.signIn, { headers });
    }
    if (kind === "user") req.userId = subject as UserId;
    next();
  };

export const requireUser = requireSubject("user");
export const requireService = requireSubject("service");
