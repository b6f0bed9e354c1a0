import type { ErrorCode } from "@matinale/contracts/browser";
import type { FetchBaseQueryError } from "@reduxjs/toolkit/query";

/** A failed call: a plain object, because the store holds it. */
export interface ApiError {
  /** An HTTP status; or why there is none: no network, the client's timeout, or an invalid response. */
  status: number | "network" | "timeout" | "invalid";
  /** `<status>: <body or status text>`, for logs. Pages show `message` or a text of their own. */
  text: string;
  message?: string;
  /** An error code of the API, or of a proxy in front of it. */
  code?: ErrorCode | (string & {});
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The API reports some failures with status 200 and `success: false`; they are failures here too. */
export const succeeded = (response: Response, body: unknown): boolean =>
  response.ok && !(isRecord(body) && body["success"] === false);

export function toApiError(error: FetchBaseQueryError, statusText: string): ApiError {
  if (typeof error.status === "number") return fromResponse(error.status, error.data, statusText);
  if (error.status === "PARSING_ERROR") {
    return fromResponse(error.originalStatus, error.data, statusText);
  }
  const status = error.status === "TIMEOUT_ERROR" ? "timeout" : "network";
  return { status, text: `${status}: ${error.error}` };
}

/** Failure for a response of another shape than the endpoint promises: a proxy's page, an incomplete body. */
export const invalidResponse = (body: unknown): ApiError => ({
  status: "invalid",
  text: `invalid: ${JSON.stringify(body)}`,
});

function fromResponse(status: number, body: unknown, statusText: string): ApiError {
  const bodyText = typeof body === "string" ? body : isRecord(body) ? JSON.stringify(body) : "";
  const failure: ApiError = { status, text: `${status}: ${bodyText || statusText}` };
  const message = messageIn(body);
  if (message !== undefined) failure.message = message;
  if (isRecord(body) && typeof body["code"] === "string") failure.code = body["code"];
  return failure;
}

export const isApiError = (value: unknown): value is ApiError =>
  isRecord(value) && typeof value["text"] === "string" && "status" in value;

/** Whether the response to a call had one of these HTTP statuses. */
export const hasStatus = (failure: unknown, ...statuses: ApiError["status"][]): boolean =>
  isApiError(failure) && statuses.includes(failure.status);

/** Whether a call was refused because no one is signed in, or because the session has ended. */
export const isUnauthenticated = (failure: unknown): boolean => hasStatus(failure, 401);

export const hasCode = (failure: unknown, code: ErrorCode): boolean =>
  isApiError(failure) && failure.code === code;

/** The field whose value another account has. */
export function takenField(failure: unknown): "email" | "username" | undefined {
  if (hasCode(failure, "EMAIL_TAKEN")) return "email";
  return hasCode(failure, "USERNAME_TAKEN") ? "username" : undefined;
}

/** Why the server refuses a value of a form; undefined for any other failure. */
export const refusedValue = (failure: unknown): string | undefined =>
  hasCode(failure, "VALIDATION_FAILED") ? serverMessage(failure) : undefined;

/** Message of a successful response for the reader; undefined when the server sends none. */
export const messageIn = (body: unknown): string | undefined =>
  isRecord(body) && typeof body["message"] === "string" && body["message"] !== ""
    ? body["message"]
    : undefined;

export const serverMessage = (failure: unknown): string | undefined =>
  isApiError(failure) ? failure.message : undefined;
