import { randomBytes } from "node:crypto";

interface Known {
  status: number;
  title: string;
}

/**
 * Cloud API error codes with HTTP status and title, from the provider's documentation
 * (developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes).
 */
const known: Record<number, Known> = {
  0: { status: 401, title: "AuthException" },
  1: { status: 400, title: "API Unknown" },
  2: { status: 503, title: "API Service" },
  3: { status: 500, title: "API Method" },
  4: { status: 429, title: "API Too Many Calls" },
  10: { status: 403, title: "Permission Denied" },
  33: { status: 400, title: "Parameter value is not valid" },
  100: { status: 400, title: "Invalid parameter" },
  190: { status: 401, title: "Access token has expired" },
  368: { status: 403, title: "Temporarily blocked for policies violations" },
  80007: { status: 429, title: "Rate limit issues" },
  130429: { status: 429, title: "Rate limit hit" },
  130472: { status: 400, title: "User's number is part of an experiment" },
  131000: { status: 500, title: "Something went wrong" },
  131005: { status: 403, title: "Access denied" },
  131008: { status: 400, title: "Required parameter is missing" },
  131009: { status: 400, title: "Parameter value is not valid" },
  131016: { status: 500, title: "Service unavailable" },
  131021: { status: 400, title: "Recipient cannot be sender" },
  131026: { status: 400, title: "Message undeliverable" },
  131031: { status: 403, title: "Account has been locked" },
  131042: { status: 400, title: "Business eligibility payment issue" },
  131047: { status: 400, title: "Re-engagement message" },
  131048: { status: 429, title: "Spam rate limit hit" },
  131049: { status: 400, title: "Meta chose not to deliver" },
  131050: { status: 400, title: "User has stopped marketing messages" },
  131051: { status: 400, title: "Unsupported message type" },
  131052: { status: 400, title: "Media download error" },
  131053: { status: 400, title: "Media upload error" },
  131056: { status: 429, title: "Pair rate limit hit" },
  131057: { status: 500, title: "Account in maintenance mode" },
  132000: { status: 400, title: "Template param count mismatch" },
  132001: { status: 404, title: "Template does not exist" },
  132012: { status: 400, title: "Template parameter format mismatch" },
  132015: { status: 400, title: "Template is paused" },
  132016: { status: 400, title: "Template is disabled" },
  133004: { status: 503, title: "Server temporarily unavailable" },
  133010: { status: 400, title: "Phone number not registered" },
};

/** An error in the provider's format. */
export class GraphError extends Error {
  readonly code: number;
  readonly status: number;
  readonly details: string;

  constructor(code: number, details: string) {
    const { title } = known[code] ?? {
      title: code >= 200 && code < 300 ? "API Permission" : "Error",
    };
    super(`(#${code}) ${title}`);
    this.code = code;
    this.details = details;
    this.status = known[code]?.status ?? (code >= 200 && code < 300 ? 403 : 400);
  }

  toJSON() {
    return {
      error: {
        message: this.message,
        type: "OAuthException",
        code: this.code,
        error_data: { messaging_product: "whatsapp", details: this.details },
        fbtrace_id: randomBytes(8).toString("base64url"),
      },
    };
  }
}

/** Converts any other error to the provider's format. */
export function toGraphError(error: unknown): GraphError {
  if (error instanceof GraphError) return error;
  const type = error instanceof Error && "type" in error ? error.type : undefined;
  if (type === "entity.too.large") {
    return new GraphError(
      131053,
      "The request is larger than the provider takes (16 MB for audio).",
    );
  }
  if (type === "entity.parse.failed") return new GraphError(100, "The body is not valid JSON.");
  return new GraphError(131000, error instanceof Error ? error.message : String(error));
}
