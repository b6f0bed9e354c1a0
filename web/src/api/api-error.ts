import type { ErrorCode } from "@matinale/contracts/browser";
import type { FetchBaseQueryError } from "@reduxjs/toolkit/query";

/** Why there is no HTTP status: the network, our own deadline, or an unreadable answer. */
type NoResponse = "network" | "timeout" | "unreadable";

/** A failed call, as a plain object because it lives in the store. */
export interface ApiError {
  status: number | NoResponse;
  /** `<status>: <body or status text>`, for logs; screens show `message` or their own words. */
  text: string;
  /** What the server tells the reader. */
  message?: string;
  /** One of ours, unless a proxy answered in our place. */
  code?: ErrorCode | (string & {});
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Whether an answer has these fields: what a page cannot do without. */
export const has =
  (...names: string[]) =>
  (body: unknown): boolean =>
    isRecord(body) && !Array.isArray(body) && names.every((name) => name in body);

/** The API answers some failures with 200 and `success: false`: they are failures here too. */
export const succeeded = (response: Response, body: unknown): boolean =>
  response.ok && !(isRecord(body) && body["success"] === false);

export function toApiError(error: FetchBaseQueryError, statusText: string): ApiError {
  switch (error.status) {
    case "FETCH_ERROR":
      return lost("network", error.error);
    case "TIMEOUT_ERROR":
      return lost("timeout", error.error);
    case "PARSING_ERROR":
      return { status: error.originalStatus, text: `${error.originalStatus}: ${error.data}` };
    case "CUSTOM_ERROR":
      return lost("unreadable", error.error);
    default:
      return fromAnswer(error.status, error.data, statusText);
  }
}

const lost = (status: NoResponse, reason: string): ApiError => ({
  status,
  text: `${status}: ${reason}`,
});

/** Something answered, but not what was asked for: a proxy's page, a part of the answer. */
export const unreadable = (answer: unknown): ApiError => lost("unreadable", JSON.stringify(answer));

function fromAnswer(status: number, body: unknown, statusText: string): ApiError {
  const written = typeof body === "string" ? body : isRecord(body) ? JSON.stringify(body) : "";
  const failure: ApiError = { status, text: `${status}: ${written || statusText}` };
  if (!isRecord(body)) return failure;
  if (typeof body["message"] === "string" && body["message"]) failure.message = body["message"];
  if (typeof body["code"] === "string") failure.code = body["code"];
  return failure;
}

/** Anything that `unwrap()` can throw, for the one place that reads it. */
export const isApiError = (value: unknown): value is ApiError =>
  isRecord(value) && typeof value["text"] === "string" && "status" in value;

/** What the server tells the reader of a success. Undefined for servers that say nothing. */
export const messageIn = (body: unknown): string | undefined =>
  isRecord(body) && typeof body["message"] === "string" && body["message"] !== ""
    ? body["message"]
    : undefined;

export const serverMessage = (failure: unknown): string | undefined =>
  isApiError(failure) ? failure.message : undefined;
