import type * as openai from "openai";
import { z } from "zod";
import { ModelError, type LanguageModel, type ModelFailure } from "../../domain/language-model.ts";

/** Milliseconds for one answer: a small model takes about two seconds for a few sentences. */
const deadline = 6_000;
/** Enough for three sentences and for the reasoning of a model. */
const maxOutputTokens = 1_200;

const draft = z.strictObject({ headline: z.string(), sentences: z.array(z.string()) });
const draftSchema = {
  type: "object",
  properties: {
    headline: { type: "string" },
    sentences: { type: "array", items: { type: "string" } },
  },
  required: ["headline", "sentences"],
  additionalProperties: false,
};

/** Codes of a 429 that a retry cannot repair: platform.openai.com/docs/guides/error-codes. */
const outOfQuota = /^(?:insufficient_quota|credit_balance_exhausted|billing_hard_limit_reached)$/u;

function retryAfterMs(headers: Headers | undefined): number | null {
  const exact = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exact)) return exact;
  const given = headers?.get("retry-after") ?? "";
  const seconds = Number(given === "" ? Number.NaN : given);
  if (Number.isFinite(seconds)) return seconds * 1_000;
  const at = Date.parse(given);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

/** The official client, which is loaded only when a key is configured. */
type Sdk = typeof openai;

function failureOf(error: Error, sdk: Sdk): ModelFailure {
  if (error instanceof sdk.APIConnectionTimeoutError) return "timeout";
  if (error instanceof sdk.APIUserAbortError || error.name === "AbortError") return "timeout";
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

function asModelError(error: unknown, sdk: Sdk): ModelError {
  if (error instanceof ModelError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  const wait = cause instanceof sdk.APIError ? retryAfterMs(cause.headers) : null;
  // the provider's message may quote the request, so only its status and code are passed on
  const status = cause instanceof sdk.APIError ? ` ${cause.status ?? ""} ${cause.code ?? ""}` : "";
  const failure = failureOf(cause, sdk);
  return new ModelError(failure, `model: ${failure}${status.trimEnd()}`, { retryAfterMs: wait });
}

function read(content: string): z.infer<typeof draft> {
  try {
    return draft.parse(JSON.parse(content));
  } catch {
    throw new ModelError("bad_output", "model: the answer does not match the schema");
  }
}

/**
 * A language model of OpenAI.
 *
 * @param options.baseUrl  another server with the same protocol, or null for OpenAI itself; a server without TLS is a
 *   stand-in
 */
export function createOpenAiModel(options: {
  apiKey: string;
  model: string;
  baseUrl: string | null;
}): LanguageModel {
  let client: openai.OpenAI | null = null;
  const clientOf = (sdk: Sdk): openai.OpenAI =>
    new sdk.default({
      apiKey: options.apiKey,
      baseURL: options.baseUrl ?? "https://api.openai.com/v1",
      maxRetries: 0,
      timeout: deadline,
      logLevel: "off",
    });
  return {
    live: options.baseUrl?.startsWith("http:") !== true,
    async draft({ instructions, articles }, { signal, spent }) {
      const sdk = await import("openai");
      try {
        signal.throwIfAborted();
        client ??= clientOf(sdk);
        const answer = await client.chat.completions.create(
          {
            model: options.model,
            messages: [
              { role: "system", content: instructions },
              { role: "user", content: articles },
            ],
            max_completion_tokens: maxOutputTokens,
            response_format: {
              type: "json_schema",
              json_schema: { name: "story", strict: true, schema: draftSchema },
            },
            store: false,
          },
          // the client's own time-out covers only the headers; this one covers the body too
          { signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]) },
        );
        const { usage } = answer;
        if (usage) spent({ input: usage.prompt_tokens, output: usage.completion_tokens });
        const choice = answer.choices?.[0];
        if (choice?.message?.refusal) throw new ModelError("refusal", "model: refused");
        if (choice?.finish_reason === "content_filter") {
          throw new ModelError("refusal", "model: filtered");
        }
        if (choice?.finish_reason !== "stop" || typeof choice.message?.content !== "string") {
          throw new ModelError("bad_output", "model: incomplete answer");
        }
        return read(choice.message.content);
      } catch (error) {
        throw asModelError(error, sdk);
      }
    },
  };
}
