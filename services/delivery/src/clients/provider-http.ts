import { Readable } from "node:stream";
import { timeout, TimeoutStrategy } from "cockatiel";
import { FormData, Pool } from "undici";
import type { RefusalKind, Answer } from "../domain/channel/whatsapp.ts";

/** No connection could be made, or none became free in time: nothing of the request was sent. */
class NotSent extends Error {}

/** The outcome of a call that failed without an answer: refused if the request was not sent, else uncertain. */
export function answerToFailedCall(
  error: unknown,
): Extract<Answer, { outcome: "refused" | "uncertain" }> {
  return error instanceof NotSent
    ? { outcome: "refused", action: "retry", code: 0 }
    : { outcome: "uncertain" };
}

/** A call must end well before the lease of the delivery it belongs to. Milliseconds. */
const callMs = 10_000;
/** Answers have a few hundred bytes, lists of messages a few hundred KiB. More would fill the memory. Bytes. */
const maxResponseSize = 8 * 1024 * 1024;

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
  const connect = { timeout: 5_000 };
  const pool = new Pool(origin, { connections, connect, maxResponseSize });
  return {
    /** @throws when there is no answer after `limitMs` milliseconds; NotSent when no JSON of the call was sent */
    call: async (
      method: "GET" | "POST",
      path: string,
      body: object | FormData | null = null,
      limitMs = callMs,
    ): Promise<HttpAnswer> => {
      const isForm = body instanceof FormData;
      const json = isForm || body === null ? null : Buffer.from(JSON.stringify(body));
      const type = { "content-type": "application/json" };
      const length = json === null ? {} : { "content-length": String(json.length) };
      let isSent = isForm;
      const content = json && Readable.from(whenRead(json, () => (isSent = true)));
      // undici aborts a request that waits for a connection only once it has one, and then sends nothing: do not wait for it
      return timeout(limitMs, TimeoutStrategy.Aggressive)
        .execute(async ({ signal }): Promise<HttpAnswer> => {
          const response = await pool.request({
            method,
            path: `${pathname}${path}`,
            headers: isForm ? headers : { ...headers, ...type, ...length },
            body: isForm ? body : content,
            signal,
          });
          const answer = parsedJson(await response.body.text());
          const seconds = Number(response.headers["retry-after"]);
          const retry = seconds > 0 && seconds < Infinity ? { retryAfterMs: seconds * 1_000 } : {};
          return { status: response.statusCode, answer, retry };
        })
        .catch((error: unknown) => {
          throw isSent ? error : new NotSent("the request was not sent", { cause: error });
        });
    },
    close: (): Promise<void> => pool.close(),
  };
}

/** undici reads a body that is a stream once it has a connection for the request. */
function* whenRead(bytes: Buffer, onRead: () => void) {
  onRead();
  yield bytes;
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
