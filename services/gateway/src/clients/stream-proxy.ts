import type { ClientRequest, IncomingMessage } from "node:http";
import { HttpError, httpTexts } from "@matinale/kit";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { createProxyMiddleware } from "http-proxy-middleware";
import type { ServiceName } from "../domain/api-routes.ts";
import type { CircuitBreaker } from "../domain/circuit-breaker.ts";
import { answerHeaders, streamHeaders } from "../domain/forwarded-headers.ts";
import { texts } from "../domain/texts.ts";
import { RestartTolerantAgent } from "./connect.ts";
import {
  requireClosedCircuit,
  recordTimeout,
  upstreamTimeout,
  upstreamUnavailable,
  urlOf,
  type ServiceUrls,
  type Upstreams,
} from "./upstreams.ts";

interface Stream {
  next: NextFunction;
  circuit: CircuitBreaker;
  /** Why it was cut, when we cut it. */
  reason?: HttpError;
  deadline?: NodeJS.Timeout;
}

/** A player that has buffered enough stops reading for a while; a connection quiet for longer is lost. */
const quietMs = 120_000;

/**
 * Held of one stream on its way from a connection to the next, at either end: with Node's 64 KiB, dozens
 * of readers at once cost twice the memory and get nothing sooner. Bytes.
 */
export const heldBytes = 16 * 1024;

const tooLate = () => new HttpError("REQUEST_TIMEOUT", texts.arrivedTooSlowly);
const tooLarge = () => new HttpError("PAYLOAD_TOO_LARGE", httpTexts.tooLarge);

/**
 * Passes requests on as they come, bytes untouched, both ways: media with ranges, and webhooks whose
 * signature covers the raw body. Headers are replaced before the proxy sees the request, since its
 * own hooks are skipped for a request with `Expect`.
 *
 * @param options.timeoutMs    from the last byte that the client sent until the answer begins; how long
 *   it then takes is the reader's affair
 * @param options.limitBytes of the request's body, counted as it passes
 */
export function streamTo(options: {
  service: ServiceName;
  urls: ServiceUrls;
  upstreams: Upstreams;
  timeoutMs: number;
  limitBytes: number;
  /** For the whole body to arrive; without it Node's limit of a request stands. */
  arrivalMs?: number;
  /** Headers of our own for the service. */
  ours: (req: Request) => Record<string, string> | Promise<Record<string, string>>;
}): RequestHandler {
  const { service, upstreams, timeoutMs, limitBytes, arrivalMs } = options;
  const streams = new WeakMap<IncomingMessage, Stream>();

  /** Counts along with the pipe, which is attached in the same turn of the event loop. */
  const watch = (proxyReq: ClientRequest, req: Request, stream: Stream) => {
    const cut = (reason: HttpError) => {
      stream.reason ??= reason;
      proxyReq.destroy(reason);
    };
    const deadline = setTimeout(() => {
      // a client that stopped sending is no fault of the service, which is still being fed
      if (!req.complete && !proxyReq.writableNeedDrain) return cut(tooLate());
      recordTimeout(upstreams[service]);
      cut(upstreamTimeout(service));
    }, timeoutMs);
    stream.deadline = deadline;
    // the service may have been restarting: its time begins when it listens again
    proxyReq.once("socket", () => deadline.refresh());
    if (arrivalMs !== undefined) {
      const arrival = setTimeout(() => cut(tooLate()), arrivalMs);
      const arrived = () => clearTimeout(arrival);
      req.once("end", arrived);
      req.once("close", arrived);
    }
    let passed = 0;
    req.on("data", (chunk: Buffer) => {
      passed += chunk.length;
      if (passed > limitBytes) cut(tooLarge());
      else deadline.refresh();
    });
    proxyReq.once("response", () => {
      clearTimeout(deadline);
      stream.circuit.recordAnswer();
    });
  };

  const proxy = createProxyMiddleware<Request, Response>({
    target: urlOf(options.urls, service),
    changeOrigin: true,
    agent: new RestartTolerantAgent(upstreams[service].restart, heldBytes),
    // the usual plugins answer errors in plain text
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on("proxyReq", (proxyReq, req) => {
          const stream = streams.get(req);
          if (stream !== undefined) watch(proxyReq, req, stream);
        });
        server.on("proxyRes", (answer, _req, res) => {
          const closes = res.getHeader("connection") === "close" || !res.shouldKeepAlive;
          // the proxy would say keep-alive, also to a client that leaves and while the server drains
          answer.headers = {
            ...answerHeaders(answer.headers),
            connection: closes ? "close" : "keep-alive",
          };
          res.setTimeout(quietMs, () => res.destroy());
          res.once("close", () => answer.destroy());
        });
        server.on("error", (error, req) => {
          const stream = req === undefined ? undefined : streams.get(req);
          if (stream === undefined) return;
          clearTimeout(stream.deadline);
          // the client has left: there is nobody to tell
          if (req?.socket.destroyed === true) return;
          if (stream.reason === undefined) stream.circuit.recordConnectionError();
          stream.next(stream.reason ?? upstreamUnavailable(service, error));
        });
        server.on("econnreset", (_error, req) => {
          clearTimeout(streams.get(req)?.deadline);
        });
      },
    ],
  });

  return async (req, res, next) => {
    if (Number(req.headers["content-length"] ?? 0) > limitBytes) throw tooLarge();
    const headers = { ...streamHeaders(req.headers), ...(await options.ours(req)) };
    streams.set(req, { next, circuit: requireClosedCircuit(upstreams, service) });
    req.headers = headers;
    void proxy(req, res, next);
  };
}
