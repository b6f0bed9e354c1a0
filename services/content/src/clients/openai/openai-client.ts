import { openAiServer } from "@matinale/kit";
import type * as openai from "openai";
import type { ProviderFailure } from "../../domain/provider-error.ts";
import { retryAfterMs } from "../../domain/retry-after.ts";

/** The official client, which is loaded with the first call. */
export type Sdk = typeof openai;

/** `apiKey` and the address of the server: null for OpenAI itself. */
export type OpenAiAccess = { apiKey: string; baseUrl: string | null };

/** A server without TLS is a stand-in. */
export const isLive = ({ baseUrl }: OpenAiAccess): boolean => baseUrl?.startsWith("http:") !== true;

/** Loads the client once. It makes one attempt a call, writes no log, and has no time-out: calls have a signal. */
export function openAiClient({ apiKey, baseUrl }: OpenAiAccess) {
  const load = async () => {
    const sdk = await import("openai");
    const baseURL = baseUrl ?? openAiServer;
    return { sdk, client: new sdk.default({ apiKey, baseURL, maxRetries: 0, logLevel: "off" }) };
  };
  let loaded: ReturnType<typeof load> | null = null;
  return () => (loaded ??= load());
}

/** Codes of a 429 that a retry cannot repair: platform.openai.com/docs/guides/error-codes. */
const outOfQuota = /^(?:insufficient_quota|credit_balance_exhausted|billing_hard_limit_reached)$/u;

function pauseAsked(headers: Headers | undefined): number | null {
  const exact = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  return Number.isFinite(exact) ? exact : retryAfterMs(headers?.get("retry-after"), new Date());
}

export type OpenAiFailure = ProviderFailure | "rejected" | "timeout";

function failureOf(error: Error, sdk: Sdk): OpenAiFailure {
  if (error instanceof sdk.APIConnectionTimeoutError) return "timeout";
  if (error instanceof sdk.APIUserAbortError || error.name === "AbortError") return "timeout";
  if (error.name === "TimeoutError") return "timeout";
  if (error instanceof sdk.AuthenticationError || error instanceof sdk.PermissionDeniedError) {
    return "credentials";
  }
  if (!(error instanceof sdk.APIError) || error.status === undefined) return "transient";
  if (outOfQuota.test(error.code ?? error.type ?? "")) return "quota";
  if (error.status === 429) return "throttled";
  return error.status >= 500 || error.status === 408 || error.status === 409
    ? "transient"
    : "rejected";
}

/** Why a call failed, without the provider's message, which may quote the request or the key. */
export function openAiFault(error: unknown, sdk: Sdk) {
  const cause = error instanceof Error ? error : new Error(String(error));
  const failure = failureOf(cause, sdk);
  if (!(cause instanceof sdk.APIError)) return { failure, reason: failure, retryAfterMs: null };
  const reason = `${failure} ${cause.status ?? ""} ${cause.code ?? ""}`.trimEnd();
  return { failure, reason, retryAfterMs: pauseAsked(cause.headers) };
}
