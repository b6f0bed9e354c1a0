import type { Action, Answer } from "../domain/channel/whatsapp.ts";

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

/** Parsed JSON, or null when it is invalid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The delay of a `retry-after` header in seconds; empty for a date, zero or no header. */
export function retryAfterOf(
  retryAfter: string | string[] | undefined,
): Pick<Extract<Answer, { outcome: "refused" }>, "retryAfterMs"> {
  const seconds = Number(retryAfter);
  return Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {};
}

/** The action for an HTTP status without a known error code. */
export function actionForStatus(status: number): Action {
  if (status === 429) return "throttled";
  if (status >= 500 || status === 408 || status === 425) return "retry";
  return status === 401 || status === 403 ? "sender" : "message";
}
