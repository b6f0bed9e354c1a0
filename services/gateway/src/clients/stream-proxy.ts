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
  /** The error with which the gateway aborted the stream. */
  reason?: HttpError;
  deadline?: NodeJS.Timeout;
}

/** A player stops reading when its buffer is full. A connection that is idle for longer is closed. */
const idleLimitMs = 120_000;

/**
 * Buffer of a stream at each connection. With Node's 64 KiB, dozens of concurrent readers cost twice the
 * memory and receive nothing sooner. Bytes.
 */
export const streamBufferBytes = 16 * 1024;

const tooLate = () => new HttpError("REQUEST_TIMEOUT", texts.arrivedTooSlowly);
const tooLarge = () => new HttpError("PAYLOAD_TOO_LARGE", httpTexts.tooLarge);

/**
 * Streams requests and responses byte for byte: media with ranges, and webhooks whose signature covers the
 * raw body. Replaces the headers before the proxy sees the request, because http-proxy-middleware skips its
 * hooks for a request with `Expect`.
 *
 * @param options.timeoutMs  from the last byte of the request to the first byte of the response; the rest of
 *   the response has no timeout
 * @param options.limitBytes of the request's body, counted as it passes
 */
export function streamTo(options: {
  service: ServiceName;
  urls: ServiceUrls;
  upstreams: Upstreams;
  timeoutMs: number;
  limitBytes: number;
  /** For the whole body to arrive; without it Node's requestTimeout applies. */
  arrivalMs?: number;
  /** Headers that the gateway adds for the service. */
  ownHeaders: (req: Request) => Record<string, string> | Promise<Record<string, string>>;
}): RequestHandler {
  const { service, upstreams, timeoutMs, limitBytes, arrivalMs } = options;
  const streams = new WeakMap<IncomingMessage, Stream>();

  /** Counts the bytes of the body. The proxy attaches its pipe in the same turn, so no byte is missed. */
  const watch = (proxyReq: ClientRequest, req: Request, stream: Stream) => {
    const cut = (reason: HttpError) => {
      stream.reason ??= reason;
      proxyReq.destroy(reason);
    };
    const deadline = setTimeout(() => {
      // the client stopped sending: this does not count against the service
      if (!req.complete && !proxyReq.writableNeedDrain) return cut(tooLate());
      recordTimeout(upstreams[service]);
      cut(upstreamTimeout(service));
    }, timeoutMs);
    stream.deadline = deadline;
    // the service may have been restarting: the timeout counts from when it listens again
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
    agent: new RestartTolerantAgent(upstreams[service].restart, streamBufferBytes),
    // the default plugins answer errors in plain text
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on("proxyReq", (proxyReq, req) => {
          const stream = streams.get(req);
          if (stream !== undefined) watch(proxyReq, req, stream);
        });
        server.on("proxyRes", (answer, _req, res) => {
          const closes = res.getHeader("connection") === "close" || !res.shouldKeepAlive;
          // the proxy would send keep-alive even when the client or the draining server closes the connection
          answer.headers = {
            ...answerHeaders(answer.headers),
            connection: closes ? "close" : "keep-alive",
          };
          res.setTimeout(idleLimitMs, () => res.destroy());
          res.once("close", () => answer.destroy());
        });
        server.on("error", (error, req) => {
          const stream = req === undefined ? undefined : streams.get(req);
          if (stream === undefined) return;
          clearTimeout(stream.deadline);
          // the client closed the connection
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
    const headers = { ...streamHeaders(req.headers), ...(await options.ownHeaders(req)) };
    streams.set(req, { next, circuit: requireClosedCircuit(upstreams, service) });
    req.headers = headers;
    void proxy(req, res, next);
  };
}
