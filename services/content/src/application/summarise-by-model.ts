import { counter, inSpan } from "@matinale/kit";
import {
  checkedScript,
  extractiveScript,
  hasHeadlinesOnly,
  maxSummaryLength,
  storyPrompt,
  type StoryDraft,
  type StoryPrompt,
  type Summariser,
  type Written,
} from "@matinale/newsroom/summary";
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleType,
  wrap,
} from "cockatiel";
import pLimit from "p-limit";
import type { Budget } from "../domain/daily-budget.ts";
import { ModelError, type LanguageModel, type ModelFailure } from "../domain/language-model.ts";
import { untilAborted } from "../domain/until-aborted.ts";
import { causeOf, providerPolicies } from "./provider-policies.ts";

const tokens = counter("content_model_tokens_total");
/** An alert compares the failures with the outcome `ok`. */
const calls = counter("content_model_calls_total", { outcome: ["ok"] });
const dropped = counter("content_draft_parts_dropped_total");

const atOnce = 4;
/** Calls are suspended after this many consecutive failures, so that digests do not wait for every story in an outage. */
const maxFailuresInARow = 4;
const outageSuspensionMs = 30_000;
const isOutage = ({ failure }: ModelError) => failure === "transient" || failure === "timeout";

/** Characters of one token, a low estimate, and the tokens of a usual answer. */
const charactersPerToken = 3;
const usualAnswer = 400;
const expectedTokens = ({ instructions, articles }: StoryPrompt): number =>
  Math.ceil((instructions.length + articles.length) / charactersPerToken) + usualAnswer;

/** Writes scripts with a model and checks every sentence; extractive ones when model, answer or budget fail. */
export function modelSummariser(model: LanguageModel, budget: Budget): Summariser {
  /** Two queues, so that a reader who waits does not queue behind scheduled digests. */
  const limits = { urgent: pLimit(atOnce), usual: pLimit(atOnce) };
  const { retrying, suspending } = providerPolicies(ModelError, {
    retries: 1,
    pauses: { transient: [300], throttled: [1_000] },
    suspensionMs: { quota: 15 * 60_000, credentials: 60_000, rejected: 60_000 },
  });
  const failuresInARow = new ConsecutiveBreaker(maxFailuresInARow);
  const duringOutage = circuitBreaker(handleType(ModelError, isOutage), {
    breaker: failuresInARow,
    halfOpenAfter: outageSuspensionMs,
  });
  const policy = wrap(retrying, suspending, duringOutage);

  /** One attempt. @returns null when the daily budget is used up */
  async function attempt(prompt: StoryPrompt, signal: AbortSignal): Promise<StoryDraft | null> {
    signal.throwIfAborted();
    const taken = expectedTokens(prompt);
    if (!(await budget.take(taken))) return null;
    let spent = 0;
    try {
      const draft = await inSpan("model draft", "CLIENT", () =>
        model.draft(prompt, {
          signal,
          spent: ({ input, output }) => {
            spent = input + output;
            tokens.inc({ direction: "input" }, input);
            tokens.inc({ direction: "output" }, output);
          },
        }),
      );
      calls.inc({ outcome: "ok" });
      // an answer that does not say its tokens
      spent ||= taken;
      return draft;
    } catch (error) {
      const failure = error instanceof ModelError ? error.failure : "transient";
      if (error instanceof ModelError && !isOutage(error)) failuresInARow.success();
      // the provider bills an answer that comes too late
      if (failure === "timeout") spent = taken;
      calls.inc({ outcome: failure });
      throw error;
    } finally {
      await budget.reconcile(taken, spent);
    }
  }

  const reasonOf = (error: unknown): ModelFailure | null => {
    if (error instanceof ModelError) return error.failure;
    if (!(error instanceof BrokenCircuitError)) return null;
    return reasonOf(causeOf(suspending.state === CircuitState.Open ? suspending : duringOutage));
  };

  return {
    hasModel: true,
    maxSummaryLength,
    async summarise(story, { urgent, signal }): Promise<Written> {
      const instead = (reason: string) => ({ script: extractiveScript(story), reason });
      if (hasHeadlinesOnly(story)) return instead("terms");
      try {
        const turn = limits[urgent ? "urgent" : "usual"](() =>
          policy.execute(() => attempt(storyPrompt(story), signal), signal),
        );
        const draft = await untilAborted(turn, signal);
        if (draft === null) return instead("budget");
        const checked = checkedScript(draft, story);
        if ("fault" in checked) return instead(checked.fault);
        dropped.inc(checked.dropped);
        return { script: checked.script, reason: "ok" };
      } catch (error) {
        const reason = signal.aborted ? "timeout" : reasonOf(error);
        if (reason === null) throw error;
        return instead(reason);
      }
    },
  };
}
