import type { IncomingHttpHeaders } from "node:http";
import { HttpError, httpTexts } from "@matinale/kit";
import type { Request, Response } from "express";
import type { Dispatcher } from "undici";
import { defaultTimeoutMs } from "@matinale/contracts/api";
import type { ServiceName } from "../domain/api-routes.ts";
import { answerHeaders, refusesOurToken } from "../domain/forwarded-headers.ts";
import { isReset } from "./request.ts";
import { batchWrite } from "./batched-writes.ts";
import {
  requireClosedCircuit,
  recordTimeout,
  upstreamTimeout,
  upstreamUnavailable,
  watchHealth,
  type Upstreams,
} from "./upstreams.ts";

export interface Call {
  service: ServiceName;
  path: string;
  headers: Record<string, string>;
  /** Read completely before the call, so that a slow client holds no connection of the service. */
  body: Buffer | null;
  timeoutMs: number;
}

/** A body up to this size that arrives in one chunk is written together with the headers: one write, not two. */
const smallBytes = 16 * 1024;

const isJson = (headers: IncomingHttpHeaders): boolean =>
  /^application\/(?:\w+\+)?json\b/.test(headers["content-type"] ?? "");

/** The error for a response that a browser must not see, or undefined. */
function refusalOf(service: ServiceName, status: number, headers: IncomingHttpHeaders) {
  const failed = (reason: string) =>
    new HttpError("UPSTREAM_FAILED", httpTexts.failed, {
      cause: new Error(`${service} ${reason}`),
    });
  if (refusesOurToken(status, headers)) return failed("refused the gateway's identity token");
  if (status >= 400 && !isJson(headers)) return failed(`answered ${status} without a JSON body`);
  return undefined;
}

/**
 * Passes one call to a service and streams the response back, as fast as the client reads it. Aborts the
 * call when the client leaves and at the timeout. Repeats a read once when its connection was reset.
 *
 * @throws HttpError UPSTREAM_TIMEOUT, SERVICE_UNAVAILABLE or UPSTREAM_FAILED; after the response has begun,
 *   errorHandler closes the connection, so that the client sees that it is incomplete
 */
export function forward(
  upstreams: Upstreams,
  call: Call,
  req: Request,
  res: Response,
): Promise<void> {
  const { service, timeoutMs } = call;
  const { pool } = upstreams[service];
  const isRead = req.method === "GET" || req.method === "HEAD";
  return new Promise((resolve, reject) => {
    const circuit = requireClosedCircuit(upstreams, service);
    let current: Dispatcher.DispatchController | undefined;
    let isFinished = false;
    let repeatable = isRead;
    let length = Number.NaN;
    let whole = "";

    const finish = (error?: HttpError) => {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(timer);
      stopWatching?.();
      res.off("close", onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const abort = (error?: HttpError) => {
      finish(error);
      current?.abort(error ?? new Error("the client closed the connection"));
    };
    const onClose = () => abort();
    const abortAsHung = () => {
      recordTimeout(upstreams[service]);
      abort(upstreamTimeout(service));
    };
    const timer = setTimeout(() => {
      // a call that may take half a minute can time out although the service is healthy
      if (timeoutMs <= defaultTimeoutMs) abortAsHung();
      else abort(upstreamTimeout(service));
    }, timeoutMs);
    const stopWatching = watchHealth(upstreams[service], call, abortAsHung);
    res.once("close", onClose);

    const dispatch = () =>
      pool.dispatch(
        {
          method: req.method as Dispatcher.HttpMethod,
          path: call.path,
          headers: call.headers,
          body: call.body,
        },
        {
          onRequestStart: (controller) => {
            current = controller;
            if (isFinished) controller.abort(new Error("the call was aborted before it was sent"));
            // the service may have been restarting: the timeout counts from when it listens again
            else if (!circuit.isOpen) timer.refresh();
          },
          onResponseStart: (_controller, status, headers) => {
            if (isFinished || status < 200) return;
            repeatable = false;
            circuit.recordAnswer();
            const refusal = refusalOf(service, status, headers);
            if (refusal !== undefined) return abort(refusal);
            length = Number(headers["content-length"] ?? Number.NaN);
            res.writeHead(status, answerHeaders(headers));
          },
          onResponseData: (controller, chunk) => {
            if (isFinished) return;
            if (chunk.length === length && length <= smallBytes) {
              whole = chunk.toString("latin1");
              return;
            }
            if (res.write(chunk)) return;
            controller.pause();
            res.once("drain", () => controller.resume());
          },
          onResponseEnd: () => {
            if (isFinished) return;
            finish();
            batchWrite(() => res.end(whole, "latin1"));
          },
          onResponseError: (_controller, error) => {
            if (isFinished) return;
            if (repeatable && isReset(error)) {
              repeatable = false;
              dispatch();
            } else {
              circuit.recordConnectionError();
              finish(upstreamUnavailable(service, error));
            }
          },
        },
      );
    dispatch();
  });
}
