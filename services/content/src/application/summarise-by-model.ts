import { setTimeout as pause } from "node:timers/promises";
import { counter, inSpan } from "@matinale/kit";
import {
  checkedScript,
  extractiveScript,
  maxSummaryLength,
  storyPrompt,
  type StoryDraft,
  type StoryPrompt,
  type Summariser,
  type Written,
} from "@matinale/newsroom/summary";
import pLimit from "p-limit";
import type { Budget } from "../domain/daily-budget.ts";
import { ModelError, type LanguageModel, type ModelFailure } from "../domain/language-model.ts";

const tokens = counter("content_model_tokens_total");
const calls = counter("content_model_calls_total");
const dropped = counter("content_draft_parts_dropped_total");

const atOnce = 4;
/** Failures that are retried once, after this many milliseconds or the provider's Retry-After. */
const secondTry: Partial<Record<ModelFailure, number>> = { transient: 300, throttled: 1_000 };
/** A Retry-After longer than this suspends all calls for its time, at most `maxSuspensionMs`. */
const maxRetryAfterMs = 2_000;
const maxSuspensionMs = 5 * 60_000;
/** Calls are suspended for this long after a failure that only an operator can repair. */
const suspensionMs: Partial<Record<ModelFailure, number>> = {
  quota: 15 * 60_000,
  credentials: 60_000,
  rejected: 60_000,
};

/** Calls are suspended after this many consecutive failures, so that digests do not wait for every story in an outage. */
const maxFailuresInARow = 4;
const outageSuspensionMs = 30_000;
const outage: ReadonlySet<ModelFailure> = new Set(["transient", "timeout"]);

/** Characters of one token, a low estimate, and the tokens of a usual answer. */
const charactersPerToken = 3;
const usualAnswer = 400;
const expectedTokens = ({ instructions, articles }: StoryPrompt): number =>
  Math.ceil((instructions.length + articles.length) / charactersPerToken) + usualAnswer;

type Clock = { now(): number; wait(ms: number, signal: AbortSignal): Promise<unknown> };

const wallClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => pause(ms, undefined, { signal }),
};

/** The result of the work, or a `timeout` error when the signal aborts, also while the work is queued. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = Promise.withResolvers<never>();
  const end = () => over.reject(new ModelError("timeout", "model: took too long"));
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/**
 * Writes scripts with a language model and checks every sentence. When the model, its answer or the budget fails, it
 * writes an extractive script.
 */
export function modelSummariser(
  model: LanguageModel,
  budget: Budget,
  { now, wait }: Clock = wallClock,
): Summariser {
  /** Two queues, so that a reader who waits does not queue behind scheduled digests. */
  const limits = { urgent: pLimit(atOnce), usual: pLimit(atOnce) };
  let suspended: { until: number; failure: ModelFailure } | null = null;
  let failedInARow = 0;

  async function call(prompt: StoryPrompt, signal: AbortSignal): Promise<StoryDraft | null> {
    const taken = expectedTokens(prompt);
    if (!(await budget.take(taken))) return null;
    let spent = 0;
    try {
      const draft = await inSpan("model draft", "client", () =>
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
      return draft;
    } catch (error) {
      const failure = error instanceof ModelError ? error.failure : "transient";
      // the provider bills an answer that comes too late
      if (failure === "timeout") spent = taken;
      calls.inc({ outcome: failure });
      throw error;
    } finally {
      await budget.reconcile(taken, spent);
    }
  }

  /** @returns null when the daily budget is used up */
  async function ask(prompt: StoryPrompt, signal: AbortSignal): Promise<StoryDraft | null> {
    for (let tried = 0; ; tried += 1) {
      if (signal.aborted) throw new ModelError("timeout", "model: no time left");
      if (suspended !== null && now() < suspended.until) {
        throw new ModelError(suspended.failure, "model: calls are suspended after a failure");
      }
      try {
        const draft = await call(prompt, signal);
        failedInARow = 0;
        return draft;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        const { failure, retryAfterMs } = error;
        failedInARow = outage.has(failure) ? failedInARow + 1 : 0;
        if (failedInARow >= maxFailuresInARow)
          suspended = { until: now() + outageSuspensionMs, failure };
        const delay = retryAfterMs ?? secondTry[failure];
        const rest =
          suspensionMs[failure] ?? (delay !== undefined && delay > maxRetryAfterMs ? delay : 0);
        if (rest > 0) {
          const max = suspensionMs[failure] ?? maxSuspensionMs;
          suspended = { until: now() + Math.min(rest, max), failure };
          throw error;
        }
        if (secondTry[failure] === undefined || delay === undefined || tried > 0) throw error;
        await wait(delay * (1 + Math.random() / 2), signal);
      }
    }
  }

  return {
    live: model.live,
    maxSummaryLength,
    async summarise(story, { urgent, signal }): Promise<Written> {
      const instead = (reason: string) => ({ script: extractiveScript(story), reason });
      try {
        const turn = limits[urgent ? "urgent" : "usual"](() => ask(storyPrompt(story), signal));
        const draft = await inTime(turn, signal);
        if (draft === null) return instead("budget");
        const checked = checkedScript(draft, story);
        if ("fault" in checked) return instead(checked.fault);
        dropped.inc(checked.dropped);
        return { script: checked.script, reason: "ok" };
      } catch (error) {
        if (error instanceof ModelError) return instead(error.failure);
        if (error instanceof Error && error.name === "AbortError") return instead("timeout");
        throw error;
      }
    },
  };
}
