import { setTimeout as pause } from "node:timers/promises";
import { counter, inSpan } from "@matinale/kit";
import pLimit from "p-limit";
import { checkedScript, longestSpoken } from "../domain/summary/checked-draft.ts";
import type { Budget } from "../domain/daily-budget.ts";
import { extractiveScript } from "../domain/summary/extractive-summary.ts";
import {
  ModelError,
  type LanguageModel,
  type ModelFailure,
  type StoryDraft,
} from "../domain/summary/language-model.ts";
import type { Summariser, Written } from "../domain/summary/script.ts";
import { storyPrompt, type StoryPrompt } from "../domain/summary/story-prompt.ts";

const tokens = counter("content_model_tokens_total");
const calls = counter("content_model_calls_total");
const dropped = counter("content_draft_parts_dropped_total");

const atOnce = 4;
/** What may be asked once more, and after how many milliseconds where the provider did not say. */
const secondTry: Partial<Record<ModelFailure, number>> = { transient: 300, throttled: 1_000 };
/** A provider that wants more time than this is left alone for as long as it says, at most so long. */
const longestWaitMs = 2_000;
const longestRestMs = 5 * 60_000;
/** After a failure that only a person can mend, nobody is asked again for this long. */
const restMs: Partial<Record<ModelFailure, number>> = {
  quota: 15 * 60_000,
  credentials: 60_000,
  rejected: 60_000,
};

/** A provider that fails or hangs this often in a row gets a rest: digests must not wait for it story by story. */
const mostInARow = 4;
const outageRestMs = 30_000;
const outage: ReadonlySet<ModelFailure> = new Set(["transient", "timeout"]);

/** Characters to a token, on the short side, and what an answer usually takes. */
const charactersPerToken = 3;
const usualAnswer = 400;
const expectedTokens = ({ instructions, articles }: StoryPrompt): number =>
  Math.ceil((instructions.length + articles.length) / charactersPerToken) + usualAnswer;

type Clock = { now(): number; wait(ms: number, signal: AbortSignal): Promise<unknown> };

const wallClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => pause(ms, undefined, { signal }),
};

/** The work, or a time-out as soon as the signal says so: also while it waits for its turn. */
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
 * Scripts by a language model, checked sentence by sentence; whatever is wrong with the model, its answer or the budget,
 * the extractive summary takes its place.
 */
export function modelSummariser(
  model: LanguageModel,
  budget: Budget,
  { now, wait }: Clock = wallClock,
): Summariser {
  /** Apart, so that what somebody waits for does not stand behind the schedule's. */
  const limits = { urgent: pLimit(atOnce), usual: pLimit(atOnce) };
  let resting: { until: number; failure: ModelFailure } | null = null;
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
      // an answer that came too late is billed all the same
      if (failure === "timeout") spent = taken;
      calls.inc({ outcome: failure });
      throw error;
    } finally {
      await budget.reconcile(taken, spent);
    }
  }

  /** @returns null when the day's budget is used up */
  async function ask(prompt: StoryPrompt, signal: AbortSignal): Promise<StoryDraft | null> {
    for (let tried = 0; ; tried += 1) {
      if (signal.aborted) throw new ModelError("timeout", "model: no time left");
      if (resting !== null && now() < resting.until) {
        throw new ModelError(resting.failure, "model: not asked, it failed a moment ago");
      }
      try {
        const draft = await call(prompt, signal);
        failedInARow = 0;
        return draft;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        const { failure, retryAfterMs } = error;
        failedInARow = outage.has(failure) ? failedInARow + 1 : 0;
        if (failedInARow >= mostInARow) resting = { until: now() + outageRestMs, failure };
        const delay = retryAfterMs ?? secondTry[failure];
        const rest = restMs[failure] ?? (delay !== undefined && delay > longestWaitMs ? delay : 0);
        if (rest > 0) {
          const most = restMs[failure] ?? longestRestMs;
          resting = { until: now() + Math.min(rest, most), failure };
          throw error;
        }
        if (secondTry[failure] === undefined || delay === undefined || tried > 0) throw error;
        await wait(delay * (1 + Math.random() / 2), signal);
      }
    }
  }

  return {
    live: model.live,
    longest: longestSpoken,
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
