import { errorCodes, type ErrorCode } from "@matinale/contracts/browser";
import type { FetchBaseQueryError } from "@reduxjs/toolkit/query";

/** Why there is no HTTP status: the network, our own deadline, or an unreadable answer. */
type LostAnswer = "network" | "timeout" | "unreadable";

/** A failed call, as a plain object because it lives in the store. */
export interface ApiError {
  status: number | LostAnswer;
  /** `<status>: <body or status text>`, for logs; screens show `message` or their own words. */
  text: string;
  /** What the server tells the reader. */
  message?: string;
  code?: ErrorCode;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === "string" && Object.hasOwn(errorCodes, value);

/** The API answers some failures with 200 and `success: false`: they are failures here too. */
export const succeeded = (response: Response, body: unknown): boolean =>
  response.ok && !(isRecord(body) && body["success"] === false);

export function toApiError(error: FetchBaseQueryError, statusText: string): ApiError {
  switch (error.status) {
    case "FETCH_ERROR":
      return { status: "network", text: `network: ${error.error}` };
    case "TIMEOUT_ERROR":
      return { status: "timeout", text: `timeout: ${error.error}` };
    case "PARSING_ERROR":
      return { status: error.originalStatus, text: `${error.originalStatus}: ${error.data}` };
    case "CUSTOM_ERROR":
      return { status: "unreadable", text: `unreadable: ${error.error}` };
    default:
      return fromAnswer(error.status, error.data, statusText);
  }
}

function fromAnswer(status: number, body: unknown, statusText: string): ApiError {
  const written = typeof body === "string" ? body : isRecord(body) ? JSON.stringify(body) : "";
  const failure: ApiError = { status, text: `${status}: ${written || statusText}` };
  if (!isRecord(body)) return failure;
  if (typeof body["message"] === "string" && body["message"]) failure.message = body["message"];
  if (isErrorCode(body["code"])) failure.code = body["code"];
  return failure;
}

/** Anything that `unwrap()` can throw, for the one place that reads it. */
export const isApiError = (value: unknown): value is ApiError =>
  isRecord(value) && typeof value["text"] === "string" && "status" in value;

export const serverMessage = (failure: unknown): string | undefined =>
  isApiError(failure) ? failure.message : undefined;
