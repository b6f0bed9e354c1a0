import { randomBytes } from "node:crypto";
import { ApiError, messageOf } from "../api-error.ts";

/**
 * Error codes of the Cloud API, from the provider's documentation
 * (developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes).
 */
const known: Record<number, [status: number, title: string]> = {
  0: [401, "AuthException"],
  1: [400, "API Unknown"],
  2: [503, "API Service"],
  3: [500, "API Method"],
  4: [429, "API Too Many Calls"],
  10: [403, "Permission Denied"],
  33: [400, "Parameter value is not valid"],
  100: [400, "Invalid parameter"],
  190: [401, "Access token has expired"],
  368: [403, "Temporarily blocked for policies violations"],
  80007: [429, "Rate limit issues"],
  130429: [429, "Rate limit hit"],
  130472: [400, "User's number is part of an experiment"],
  131000: [500, "Something went wrong"],
  131005: [403, "Access denied"],
  131008: [400, "Required parameter is missing"],
  131009: [400, "Parameter value is not valid"],
  131016: [500, "Service unavailable"],
  131021: [400, "Recipient cannot be sender"],
  131026: [400, "Message undeliverable"],
  131031: [403, "Account has been locked"],
  131042: [400, "Business eligibility payment issue"],
  131047: [400, "Re-engagement message"],
  131048: [429, "Spam rate limit hit"],
  131049: [400, "Meta chose not to deliver"],
  131050: [400, "User has stopped marketing messages"],
  131051: [400, "Unsupported message type"],
  131052: [400, "Media download error"],
  131053: [400, "Media upload error"],
  131056: [429, "Pair rate limit hit"],
  131057: [500, "Account in maintenance mode"],
  132000: [400, "Template param count mismatch"],
  132001: [404, "Template does not exist"],
  132012: [400, "Template parameter format mismatch"],
  132015: [400, "Template is paused"],
  132016: [400, "Template is disabled"],
  133004: [503, "Server temporarily unavailable"],
  133010: [400, "Phone number not registered"],
};

export class GraphError extends ApiError {
  readonly details: string;

  constructor(code: number, details: string) {
    const isPermission = code >= 200 && code < 300;
    const unknown: [number, string] = isPermission ? [403, "API Permission"] : [400, "Error"];
    const [status, title] = known[code] ?? unknown;
    const message = `(#${code}) ${title}`;
    const error = {
      message,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details },
      fbtrace_id: randomBytes(8).toString("base64url"),
    };
    super(status, message, { error }, code);
    this.details = details;
  }
}

export function toGraphError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const type = error instanceof Error && "type" in error ? error.type : undefined;
  if (type === "entity.too.large") {
    return new GraphError(
      131053,
      "The request is larger than the provider takes (16 MB for audio).",
    );
  }
  if (type === "entity.parse.failed") return new GraphError(100, "The body is not valid JSON.");
  return new GraphError(131000, messageOf(error));
}
