import type { StoryDraft, StoryPrompt } from "@matinale/newsroom/summary";
import { ProviderError, type ProviderFailure } from "./provider-error.ts";

/**
 * Why a model gave no draft: `rejected` never works for this request, `refusal` and `bad_output` are answers of the model, and
 * `timeout` leaves no time for a retry.
 */
export type ModelFailure = ProviderFailure | "rejected" | "refusal" | "bad_output" | "timeout";

export class ModelError extends ProviderError<ModelFailure> {}

export type Tokens = { input: number; output: number };

export type LanguageModel = {
  /** False for a stand-in, whose drafts are not those that subscribers pay for. */
  live: boolean;
  /**
   * @param spent  called with the tokens of the call, also when its answer is unusable; not called when they are unknown
   * @throws ModelError
   */
  draft(
    prompt: StoryPrompt,
    options: { signal: AbortSignal; spent: (tokens: Tokens) => void },
  ): Promise<StoryDraft>;
};
