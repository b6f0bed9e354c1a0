import { randomBytes } from "node:crypto";
import { ApiError, messageOf } from "../api-error.ts";

/**
 * HTTP statuses of error codes of the Cloud API; others have 400. From the provider's documentation
 * (developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes).
 */
const statuses: [status: number, codes: number[]][] = [
  [401, [0, 190]],
  [403, [10, 368, 131005, 131031]],
  [404, [132001]],
  [429, [4, 80007, 130429, 131048, 131056]],
  [500, [3, 131000, 131016, 131057]],
  [503, [2, 133004]],
];

function statusOf(code: number): number {
  if (code >= 200 && code < 300) return 403;
  return statuses.find(([, codes]) => codes.includes(code))?.[0] ?? 400;
}

export class GraphError extends ApiError {
  readonly details: string;

  constructor(code: number, details: string) {
    const message = `(#${code}) ${details}`;
    const error = {
      message,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details },
      fbtrace_id: randomBytes(8).toString("base64url"),
    };
    super(statusOf(code), message, { error }, code);
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
