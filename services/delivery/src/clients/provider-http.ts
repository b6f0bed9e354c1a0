import { FormData, Pool } from "undici";
import type { RefusalKind, Answer } from "../domain/channel/whatsapp.ts";

/** Error codes of a connection that was never made: the request was not sent. */
const notSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The outcome of a call that failed without an answer: refused if the request was not sent, else uncertain. */
export function answerToFailedCall(
  error: unknown,
): Extract<Answer, { outcome: "refused" | "uncertain" }> {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return notSent.has(code)
    ? { outcome: "refused", action: "retry", code: 0 }
    : { outcome: "uncertain" };
}

/** A call must end well before the lease of the delivery it belongs to. Milliseconds. */
const callMs = 10_000;

export interface HttpAnswer {
  status: number;
  /** Parsed JSON, or null when it is invalid. */
  answer: unknown;
  /** The delay of a `retry-after` header in seconds; empty for a date, zero or no header. */
  retry: { retryAfterMs?: number };
}

/** Calls to one provider. @param root URL that the paths of all calls begin with */
export function providerHttp(root: string, connections: number, headers: Record<string, string>) {
  const { origin, pathname } = new URL(root);
  const pool = new Pool(origin, { connections, connect: { timeout: 5_000 } });
  return {
    /** @throws when there is no answer after `limitMs` milliseconds */
    call: async (
      method: "GET" | "POST",
      path: string,
      body: object | FormData | null = null,
      limitMs = callMs,
    ): Promise<HttpAnswer> => {
      const isForm = body instanceof FormData;
      const response = await pool.request({
        method,
        path: `${pathname}${path}`,
        headers: isForm ? headers : { ...headers, "content-type": "application/json" },
        body: body === null || isForm ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(limitMs),
      });
      const answer = parsedJson(await response.body.text());
      const seconds = Number(response.headers["retry-after"]);
      const retry = seconds > 0 && seconds < Infinity ? { retryAfterMs: seconds * 1_000 } : {};
      return { status: response.statusCode, answer, retry };
    },
    close: (): Promise<void> => pool.close(),
  };
}

/** Null for text that is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The action for an HTTP status without a known error code. */
export function actionForStatus(status: number): RefusalKind {
  if (status === 429) return "throttled";
  if (status >= 500 || status === 408 || status === 425) return "retry";
  return status === 401 || status === 403 ? "sender" : "message";
}
