import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher, Pool } from "undici";

export interface Question {
  method: "GET" | "HEAD" | "POST" | "DELETE";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface WholeAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export class NotInTime extends Error {}

/** The connection was closed before an answer: the request may have been carried out, or not. */
export const isReset = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "UND_ERR_SOCKET" || error.code === "ECONNRESET" || error.code === "EPIPE");

/**
 * One small question and its whole answer. It is asked four times for each /api/me, so by a timer and
 * a few callbacks: an AbortSignal and a stream for each cost as much again.
 *
 * @throws NotInTime, or what the connection failed with
 */
export const ask = (pool: Pool, question: Question, timeoutMs: number): Promise<WholeAnswer> =>
  new Promise((resolve, reject) => {
    let current: Dispatcher.DispatchController | undefined;
    let late: NotInTime | undefined;
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      late = new NotInTime(`no answer in ${timeoutMs} ms`);
      reject(late);
      current?.abort(late);
    }, timeoutMs);
    pool.dispatch(question, {
      onRequestStart: (controller) => {
        current = controller;
        if (late !== undefined) controller.abort(late);
        // the service may have been restarting: its time begins when it listens again
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
