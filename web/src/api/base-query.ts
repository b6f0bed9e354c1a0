import {
  fetchBaseQuery,
  retry,
  type BaseQueryFn,
  type FetchArgs,
} from "@reduxjs/toolkit/query/react";
import { requestTimeoutMs, retryFirstMs, retryLongestMs } from "../config/constants.ts";
import { succeeded, toApiError, unreadable, type ApiError } from "./api-error.ts";

interface ReadOptions {
  /** Whether an answer is what the page asked for; any other is a failure. */
  expects?: (answer: unknown) => boolean;
  /** Whether a failed read is tried again; nothing is unless its endpoint says so. */
  retryCondition?: (error: unknown, args: unknown, tries: { attempt: number }) => boolean;
}

export type ApiBaseQuery = BaseQueryFn<string | FetchArgs, unknown, ApiError, ReadOptions>;

/** Made at the first call: there is no `location` where pages are rendered without a browser. */
const send = (): ReturnType<typeof fetchBaseQuery> =>
  fetchBaseQuery({
    baseUrl: new URL("/api", globalThis.location.href).href,
    credentials: "include",
    // Beside those that a call brings of its own.
    prepareHeaders: (headers) => {
      headers.set("x-requested-with", "XMLHttpRequest");
      headers.set("accept", "application/json");
      // The browser would ask for its own language, whatever the site is shown in.
      headers.set("accept-language", document.documentElement.lang || "fr");
    },
    // A plain-text answer must keep its status, or no guard would see a 401.
    responseHandler: "content-type",
    validateStatus: succeeded,
    timeout: requestTimeoutMs,
  });

const once: ApiBaseQuery = async (args, api, options) => {
  const { data, error, meta } = await send()(args, api, options);
  if (error) return { error: toApiError(error, meta?.response?.statusText ?? "") };
  return options?.expects?.(data) === false ? { error: unreadable(data) } : { data };
};

/** 1 s, 2 s, 4 s … up to 30 s. */
export const backoffMs = (attempt: number): number =>
  Math.min(retryFirstMs * 2 ** (attempt - 1), retryLongestMs);

const backoff = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, backoffMs(attempt));
  });

export const baseQuery: ApiBaseQuery = retry(once, { maxRetries: 0, backoff });
