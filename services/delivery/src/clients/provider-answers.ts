import type { Action, Answer } from "../domain/channel/whatsapp.ts";

/** Errors that say that nothing has left this machine. */
const notSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** What an error of a call says of the message: it was not sent, or it may have been. */
export function lost(error: unknown): Extract<Answer, { outcome: "refused" | "uncertain" }> {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return notSent.has(code)
    ? { outcome: "refused", action: "retry", code: 0 }
    : { outcome: "uncertain" };
}

/** JSON, or null when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a header `retry-after` in seconds asks for, or nothing: a date, zero and no header are none. */
export function patience(
  retryAfter: string | string[] | undefined,
): Pick<Extract<Answer, { outcome: "refused" }>, "retryAfterMs"> {
  const seconds = Number(retryAfter);
  return Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {};
}

/** What an HTTP status asks for when nothing more is said. */
export function actionForStatus(status: number): Action {
  if (status === 429) return "throttled";
  if (status >= 500 || status === 408 || status === 425) return "retry";
  return status === 401 || status === 403 ? "sender" : "message";
}
