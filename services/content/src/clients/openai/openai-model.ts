import type * as openai from "openai";
import { z } from "zod";
import { ModelError, type LanguageModel } from "../../domain/language-model.ts";
import { isLive, openAiClient, openAiFault, type OpenAiAccess, type Sdk } from "./openai-client.ts";

/** Values of OPENAI_REASONING_EFFORT. */
export type Effort = keyof typeof limits;

/**
 * Limits of one answer: milliseconds, and tokens for three sentences with the reasoning before them. A small model writes
 * three sentences in about two seconds. A reader who waits gets an extract after 8 s whatever the model does.
 */
const limits = {
  none: { deadlineMs: 6_000, maxOutputTokens: 800 },
  low: { deadlineMs: 8_000, maxOutputTokens: 2_000 },
  medium: { deadlineMs: 20_000, maxOutputTokens: 6_000 },
};

const draft = z.strictObject({ headline: z.string(), sentences: z.array(z.string()) });
const { $schema: _dialect, ...draftSchema } = z.toJSONSchema(draft);

/** A server with the same protocol may not count its tokens. */
const usage = z.object({ prompt_tokens: z.number(), completion_tokens: z.number() });

function asModelError(error: unknown, sdk: Sdk): ModelError {
  if (error instanceof ModelError) return error;
  const { failure, reason, retryAfterMs } = openAiFault(error, sdk);
  return new ModelError(failure, `model: ${reason}`, { retryAfterMs });
}

function read(content: string): z.infer<typeof draft> {
  try {
    return draft.parse(JSON.parse(content));
  } catch {
    throw new ModelError("bad_output", "model: the answer does not match the schema");
  }
}

/** A language model of OpenAI, or of a server with the same protocol. */
export function createOpenAiModel({
  model,
  effort,
  ...access
}: OpenAiAccess & { model: string; effort: Effort }): LanguageModel {
  const load = openAiClient(access);
  const { deadlineMs, maxOutputTokens } = limits[effort];
  return {
    live: isLive(access),
    async draft({ instructions, articles }, { signal, spent }) {
      const { sdk, client } = await load();
      try {
        signal.throwIfAborted();
        const answer = await client.chat.completions.create(
          {
            model,
            reasoning_effort: effort,
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
          } satisfies openai.OpenAI.ChatCompletionCreateParamsNonStreaming,
          { signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]) },
        );
        const { data: used } = usage.safeParse(answer.usage);
        if (used) spent({ input: used.prompt_tokens, output: used.completion_tokens });
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
