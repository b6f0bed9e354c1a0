import {
  fetchBaseQuery,
  retry,
  type BaseQueryFn,
  type FetchArgs,
} from "@reduxjs/toolkit/query/react";
import { requestTimeoutMs, retryFirstMs, retryLongestMs } from "../config/constants.ts";
import { invalidResponse, isRecord, succeeded, toApiError, type ApiError } from "./api-error.ts";

interface ReadOptions {
  /** Whether the response is valid; any other response is a failure. By default a query needs an object or a list. */
  expects?: (body: unknown) => boolean;
  /** Whether a failed query is retried; by default it is not. */
  retryCondition?: (error: unknown, args: unknown, info: { attempt: number }) => boolean;
}

export type ApiBaseQuery = BaseQueryFn<FetchArgs, unknown, ApiError, ReadOptions>;

/** Created at the first call, because `location` is missing while pages are prerendered. */
const send = (): ReturnType<typeof fetchBaseQuery> =>
  fetchBaseQuery({
    baseUrl: new URL("/api", globalThis.location.href).href,
    credentials: "include",
    // Added to the headers of the endpoint.
    prepareHeaders: (headers) => {
      headers.set("x-requested-with", "XMLHttpRequest");
      headers.set("accept", "application/json");
      // The default would be the language of the browser, not of the site.
      headers.set("accept-language", document.documentElement.lang || "fr");
    },
    // Keeps the status of a plain-text response, so that a 401 is recognised.
    responseHandler: "content-type",
    validateStatus: succeeded,
    timeout: requestTimeoutMs,
  });

const once: ApiBaseQuery = async (args, api, options) => {
  const { data, error, meta } = await send()(args, api, options);
  if (error) return { error: toApiError(error, meta?.response?.statusText ?? "") };
  const expects = options?.expects ?? (api.type === "query" ? isRecord : undefined);
  return expects?.(data) === false ? { error: invalidResponse(data) } : { data };
};

/** 1 s, 2 s, 4 s … up to 30 s. */
export const backoffMs = (attempt: number): number =>
  Math.min(retryFirstMs * 2 ** (attempt - 1), retryLongestMs);

const backoff = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, backoffMs(attempt));
  });

export const baseQuery: ApiBaseQuery = retry(once, { maxRetries: 0, backoff });
