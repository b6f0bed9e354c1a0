import type { Endpoint } from "@matinale/contracts/browser";
import {
  fetchBaseQuery,
  retry,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
} from "@reduxjs/toolkit/query/react";
import longCalls from "virtual:long-calls";
import shapes from "virtual:response-shapes";
import {
  longRequestTimeoutMs,
  requestTimeoutMs,
  retryFirstMs,
  retryLongestMs,
} from "../config/constants.ts";
import { invalidResponse, succeeded, toApiError, type ApiError } from "./api-error.ts";
import { hasShape } from "./shape.ts";

export interface ApiRequest extends FetchArgs {
  /** Gives the shape of the response, and the timeout. */
  endpoint?: Endpoint;
  /**
   * Fields without which a response is a failure, at any depth. By default the site needs all that the contracts name
   * from a query, and does not read the response of a mutation.
   */
  needs?: readonly string[];
}

interface Retries {
  /** Whether a failed query is retried; by default it is not. */
  retryCondition?: (error: unknown, args: unknown, info: { attempt: number }) => boolean;
}

type ApiBaseQuery = BaseQueryFn<ApiRequest, unknown, ApiError, Retries, FetchBaseQueryMeta>;

/** Created for each call, because `location` is missing while pages are prerendered. */
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
  });

const once: ApiBaseQuery = async ({ endpoint, needs, ...request }, api, options) => {
  const isLong = endpoint !== undefined && longCalls.includes(endpoint);
  const timeout = isLong ? longRequestTimeoutMs : requestTimeoutMs;
  const { data, error, meta } = await send()({ timeout, ...request }, api, options);
  if (error) return { error: toApiError(error, meta?.response?.statusText ?? "") };
  const isRead = needs !== undefined || api.type === "query";
  const shape = (endpoint && shapes[endpoint]) ?? { fields: {} };
  if (isRead && !hasShape(data, shape, needs)) return { error: invalidResponse(data) };
  return { data, ...(meta && { meta }) };
};

/** 1 s, 2 s, 4 s … up to 30 s. */
export const backoffMs = (attempt: number): number =>
  Math.min(retryFirstMs * 2 ** (attempt - 1), retryLongestMs);

const backoff = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, backoffMs(attempt));
  });

export const baseQuery: ApiBaseQuery = retry(once, { maxRetries: 0, backoff });
