import type { IncomingHttpHeaders } from "node:http";

/** Headers that pass to a service. An allow list: identity headers, cookies, hop-by-hop and new headers do not. */
const allowed = [
  "accept",
  "accept-language",
  "content-type",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "range",
  "stripe-signature",
  "user-agent",
  "x-hub-signature-256",
  "x-webhook-hmac",
  "x-webhook-hmac-algorithm",
];
const framing = ["content-length", "transfer-encoding"];

/**
 * @param body what was read of the request, sent with its own length; undefined when the body is streamed, with
 *   its original framing
 */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  body: Buffer | undefined,
): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of body === undefined ? [...allowed, ...framing] : allowed) {
    const value = headers[name];
    if (typeof value === "string") picked[name] = value;
  }
  if (body !== undefined) picked["content-length"] = String(body.length);
  return picked;
}

/** Connection headers of RFC 9110, 7.6.1, and headers that only the gateway may set. */
const blocked = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "www-authenticate",
  "date",
  "server",
  "set-cookie",
  "strict-transport-security",
  "x-powered-by",
  "x-request-id",
]);

export function answerHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = headers.connection?.split(",").map((name) => name.trim()) ?? [];
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    const isBlocked =
      blocked.has(name) ||
      named.includes(name) ||
      name.startsWith("x-internal-") ||
      name.startsWith("access-control-");
    if (!isBlocked && value !== undefined) passed[name] = value;
  }
  return passed;
}

/**
 * Whether a service refuses the gateway's identity token, because the two have different secrets: then it
 * sends a challenge (RFC 9110, 11.6.1). A 401 without a challenge means that the person no longer exists.
 */
export const refusesOurToken = (status: number, headers: IncomingHttpHeaders): boolean =>
  status === 401 && headers["www-authenticate"] !== undefined;
