import type { IncomingHttpHeaders } from "node:http";

/**
 * What a client may say to a service. A list of what passes, not of what is stripped: identity
 * headers, cookies, Expect and every hop-by-hop header stay here, also those not yet thought of.
 */
const forCalls = ["accept", "accept-language", "content-type", "if-none-match", "user-agent"];
const forStreams = [
  ...forCalls,
  "content-length",
  "if-modified-since",
  "if-range",
  "range",
  "stripe-signature",
  "transfer-encoding",
  "x-hub-signature-256",
  "x-webhook-hmac",
  "x-webhook-hmac-algorithm",
];

const pick = (headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> => {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === "string") picked[name] = value;
  }
  return picked;
};

/** For a call whose body was read here and is framed anew. */
export const callHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  pick(headers, forCalls);

/** For a body that is passed on as it comes, with its framing. */
export const streamHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  pick(headers, forStreams);

/** Connection headers of RFC 9110, 7.6.1, and what only the gateway may tell a browser. */
const kept = new Set([
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

/** What a service's answer may say to the browser. */
export function answerHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim()));
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    const ours = kept.has(name) || named.has(name) || /^(?:x-internal-|access-control-)/.test(name);
    if (!ours && value !== undefined) passed[name] = value;
  }
  return passed;
}

/**
 * A service that takes none of our tokens says so by a challenge (RFC 9110, 11.6.1): secrets that do
 * not match. Without one, its 401 means that the person is not there any more.
 */
export const refusesOurToken = (status: number, headers: IncomingHttpHeaders): boolean =>
  status === 401 && headers["www-authenticate"] !== undefined;
