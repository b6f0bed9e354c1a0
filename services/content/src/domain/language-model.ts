import type { StoryDraft, StoryPrompt } from "@matinale/newsroom/summary";

/**
 * Why a model gave no answer, by what can be done about it: `transient` may work in a moment, `throttled` a little
 * later, `quota` and `credentials` not before somebody acts, `rejected` never for this request, `refusal` and
 * `bad_output` came from the model itself, `timeout` cost the time there was.
 */
export type ModelFailure =
  | "transient"
  | "throttled"
  | "quota"
  | "credentials"
  | "rejected"
  | "refusal"
  | "bad_output"
  | "timeout";

export class ModelError extends Error {
  readonly failure: ModelFailure;
  /** Milliseconds after which the provider wants to be asked again, where it said so. */
  readonly retryAfterMs: number | null;
  constructor(
    failure: ModelFailure,
    message: string,
    options: ErrorOptions & { retryAfterMs?: number | null } = {},
  ) {
    super(message, options);
    this.name = "ModelError";
    this.failure = failure;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

export type Tokens = { input: number; output: number };

/** A language model that writes drafts. */
export type LanguageModel = {
  /** False for a stand-in: what it writes is not what subscribers pay for. */
  live: boolean;
  /** @param spent  called with the cost of the call, also when the answer is of no use  @throws ModelError */
  draft(
    prompt: StoryPrompt,
    options: { signal: AbortSignal; spent: (tokens: Tokens) => void },
  ): Promise<StoryDraft>;
};
