import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher, Pool } from "undici";

export interface Request {
  method: "GET" | "HEAD" | "POST" | "DELETE";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Response {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export class TimeoutError extends Error {}

/** The connection was closed before a response: the service may have carried the request out, or not. */
export const isReset = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "UND_ERR_SOCKET" || error.code === "ECONNRESET" || error.code === "EPIPE");

/**
 * Sends one small request and reads the whole response. Each /api/me sends four of them, so this function
 * uses a timer and callbacks: an AbortSignal and a stream for each request would double the cost.
 *
 * @throws TimeoutError, or the error of the connection
 */
export const request = (pool: Pool, sent: Request, timeoutMs: number): Promise<Response> =>
  new Promise((resolve, reject) => {
    let current: Dispatcher.DispatchController | undefined;
    let late: TimeoutError | undefined;
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      late = new TimeoutError(`no answer in ${timeoutMs} ms`);
      reject(late);
      current?.abort(late);
    }, timeoutMs);
    pool.dispatch(sent, {
      onRequestStart: (controller) => {
        current = controller;
        if (late !== undefined) controller.abort(late);
        // the service may have been restarting: the timeout counts from when it listens again
        else timer.refresh();
      },
      onResponseStart: (_controller, code, fields) => {
        status = code;
        headers = fields;
      },
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => {
        clearTimeout(timer);
        resolve({ status, headers, text: Buffer.concat(chunks).toString() });
      },
      onResponseError: (_controller, error) => {
        clearTimeout(timer);
        reject(error);
      },
    });
  });
