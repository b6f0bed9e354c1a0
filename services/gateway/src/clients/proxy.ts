import type { ClientRequest, IncomingMessage } from "node:http";
import { HttpError, httpTexts, identityHeader, isOpened, type Words } from "@matinale/kit";
import { defaultTimeoutMs } from "@matinale/contracts/api";
import type { Request, RequestHandler, Response } from "express";
import { createProxyMiddleware } from "http-proxy-middleware";
import { services, type ServiceName } from "../domain/services.ts";
import { answerHeaders, refusesOurToken, requestHeaders } from "../domain/forwarded-headers.ts";
import { texts } from "../domain/texts.ts";
import { callHeaders } from "./call-headers.ts";
import type { IdentityTokens } from "./identity-tokens.ts";
import {
  callUpstream,
  isHealthy,
  TimeoutError,
  upstreamTimeout,
  type Upstream,
  type Upstreams,
} from "./upstreams.ts";

export interface Route {
  service: ServiceName;
  /**
   * Of a call: from the connection to the last byte of the response. Of a stream: from the last byte of the
   * request to the first byte of the response; the rest has no timeout, but a client that sends nothing for
   * `defaultTimeoutMs` is refused. Milliseconds.
   */
  timeoutMs?: number | undefined;
  /** Send the identity of the signed-in person. */
  signedIn?: boolean;
  /** Pass the request's body as it arrives; without it, only a body that was read into `req.body` is passed. */
  stream?: {
    /** Of the body, counted as it passes. */
    limitBytes: number;
    /** Message for a larger body. */
    tooLarge?: Words;
  };
  /** Says on a page, to people who open the address, that the service does not have it (any more). */
  gone?: Words;
}
export type Proxy = (route: Route) => RequestHandler;

interface Exchange {
  route: Route;
  fail: (error: Error) => void;
}

declare module "express-serve-static-core" {
  interface Request {
    exchange?: Exchange;
  }
}

/** A player stops reading when its buffer is full. A connection that is idle for longer is closed. */
const idleLimitMs = 120_000;
/** Delay before the probe that accompanies a long call. */
const healthCheckAfterMs = 2_000;

const tooLate = () => new HttpError("REQUEST_TIMEOUT", texts.arrivedTooSlowly);
const tooLarge = ({ tooLarge = httpTexts.tooLarge }: NonNullable<Route["stream"]>) =>
  new HttpError("PAYLOAD_TOO_LARGE", tooLarge);

/** The error for a response that a browser must not see, or undefined. */
function refusalOf(
  { service, gone }: Pick<Route, "service" | "gone">,
  { statusCode = 0, headers }: IncomingMessage,
  req: Request,
) {
  const failed = (reason: string) =>
    new HttpError("UPSTREAM_FAILED", httpTexts.failed, {
      cause: new Error(`${service} ${reason}`),
    });
  if (refusesOurToken(statusCode, headers)) return failed("refused the gateway's identity token");
  if (gone !== undefined && [403, 404].includes(statusCode) && isOpened(req)) {
    return new HttpError(statusCode === 403 ? "INVALID_SIGNATURE" : "NOT_FOUND", gone);
  }
  const isJson = /^application\/(?:\w+\+)?json\b/.test(headers["content-type"] ?? "");
  if (statusCode >= 400 && !isJson) return failed(`answered ${statusCode} without a JSON body`);
  return undefined;
}

/** Watches a request whose connection is open: its timeout, its size, and the health of a slow service. */
function watch(proxyReq: ClientRequest, req: Request, exchange: Exchange, upstream: Upstream) {
  const { service, timeoutMs = defaultTimeoutMs, stream } = exchange.route;
  const isLong = timeoutMs > defaultTimeoutMs;
  const cut = (error: Error) => {
    exchange.fail(error);
    proxyReq.destroy();
  };
  const giveUp = () => {
    const stoppedSending = stream !== undefined && !req.complete && !proxyReq.writableNeedDrain;
    // the client is slow: this does not count against the service
    if (stoppedSending || req.res?.writableNeedDrain) cut(tooLate());
    // a call that may take half a minute can time out although the service is healthy
    else cut(isLong ? upstreamTimeout(service) : new TimeoutError());
  };
  const deadline = setTimeout(giveUp, timeoutMs);
  const timers = [deadline];
  if (isLong) {
    const identity = req.headers[identityHeader];
    const headers = typeof identity === "string" ? { [identityHeader]: identity } : {};
    const check = async () => {
      if (!(await isHealthy(upstream, headers))) cut(new TimeoutError());
    };
    // an error of the connection says nothing: a restarting service still answers the calls that it accepted
    timers.push(setTimeout(() => void check().catch(() => undefined), healthCheckAfterMs));
  }
  if (stream !== undefined) {
    const arriving = setTimeout(() => !req.complete && giveUp(), defaultTimeoutMs);
    timers.push(arriving);
    let passed = 0;
    // the proxy attaches its pipe in the same turn, so no byte is missed
    req.on("data", (chunk: Buffer) => {
      passed += chunk.length;
      if (passed > stream.limitBytes) cut(tooLarge(stream));
      else for (const timer of [deadline, arriving]) timer.refresh();
    });
    proxyReq.once("response", () => clearTimeout(deadline));
  }
  proxyReq.once("close", () => timers.forEach((timer) => clearTimeout(timer)));
}

/**
 * Passes requests to services with http-proxy-middleware. Responses stream back as fast as the client reads them.
 *
 * A route throws HttpError UPSTREAM_TIMEOUT, SERVICE_UNAVAILABLE, UPSTREAM_FAILED, REQUEST_TIMEOUT or
 * PAYLOAD_TOO_LARGE. After the response has begun, errorHandler closes the connection, so that the client sees
 * that it is incomplete.
 */
export function createProxy(upstreams: Upstreams, tokens: IdentityTokens): Proxy {
  const proxyTo = (upstream: Upstream, agent: Upstream["agent"]) =>
    createProxyMiddleware<Request, Response>({
      target: upstream.url,
      changeOrigin: true,
      agent,
      pathRewrite: { "^/api": "" },
      selfHandleResponse: true,
      // the default plugins answer errors in plain text
      ejectPlugins: true,
      plugins: [
        (server) => {
          server.on("proxyReq", (proxyReq, req) => {
            if (req.exchange !== undefined) watch(proxyReq, req, req.exchange, upstream);
            if (Buffer.isBuffer(req.body) && req.body.length > 0) proxyReq.write(req.body);
          });
          server.on("proxyRes", (answer, req, res) => {
            const refusal = refusalOf(req.exchange?.route ?? upstream, answer, req);
            if (refusal !== undefined) {
              answer.resume();
              req.exchange?.fail(refusal);
              return;
            }
            if (req.exchange?.route.stream !== undefined) {
              res.setTimeout(idleLimitMs, () => res.destroy());
            }
            res.writeHead(answer.statusCode ?? 502, answerHeaders(answer.headers));
            answer.pipe(res);
          });
          server.on("error", (error, req, res) => {
            // the proxy has closed the connection of a response that broke off
            const hasBegun = res !== undefined && "headersSent" in res && res.headersSent;
            if (!hasBegun) req?.exchange?.fail(error);
          });
        },
      ],
    });
  const toAll = (agent: "agent" | "streamAgent") =>
    Object.fromEntries(
      services.map((service) => [service, proxyTo(upstreams[service], upstreams[service][agent])]),
    ) as Record<ServiceName, ReturnType<typeof proxyTo>>;
  const [calls, streams] = [toAll("agent"), toAll("streamAgent")];

  return (route) => async (req, res) => {
    const { service, stream, signedIn = false } = route;
    if (stream !== undefined && Number(req.headers["content-length"] ?? 0) > stream.limitBytes) {
      throw tooLarge(stream);
    }
    // replaced before the proxy sees them: it skips its hooks for a request with Expect
    req.headers = {
      ...requestHeaders(req.headers, req.body),
      ...callHeaders(req),
      ...(signedIn && { [identityHeader]: await tokens(req.userId, service) }),
    };
    await callUpstream(upstreams[service], req.method, () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      req.exchange = { route, fail: reject };
      res.once("close", resolve);
      const pass = (stream === undefined ? calls : streams)[service];
      void pass(req, res, (error) => reject(error));
      return promise;
    });
  };
}
