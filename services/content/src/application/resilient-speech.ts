import { counter, inSpan } from "@matinale/kit";
import { toSsml } from "@matinale/newsroom/reading";
import { BrokenCircuitError, handleType, retry, wrap } from "cockatiel";
import type { Budget } from "../domain/daily-budget.ts";
import {
  SpeechError,
  type Speech,
  type SpeechFailure,
  type SpeechProvider,
} from "../domain/speech.ts";
import { backoffBy, suspendingAfter, untilAborted } from "./provider-policies.ts";

const syntheses = counter("content_speech_syntheses_total");
const characters = counter("content_speech_characters_total");

/** Milliseconds before the second and third attempt, without jitter. Other failures are not retried. */
const pauses: Partial<Record<SpeechFailure, readonly number[]>> = {
  transient: [300, 1_200],
  throttled: [1_000, 3_000],
};
/** Calls are suspended for this long after a failure that only an operator can repair. */
const suspensionMs: Partial<Record<SpeechFailure, number>> = {
  quota: 15 * 60_000,
  credentials: 60_000,
};

/** Speech with retries, metrics and a daily budget. After a failure that a retry cannot repair it suspends all calls. */
export function resilientSpeech(provider: SpeechProvider, budget: Budget): Speech {
  const suspending = suspendingAfter(SpeechError, ({ failure }) => suspensionMs[failure] ?? 0);
  const retrying = retry(
    handleType(SpeechError, ({ failure }) => failure in pauses),
    {
      maxAttempts: 2,
      backoff: backoffBy(
        SpeechError,
        ({ failure }, attempt) => (pauses[failure]?.[attempt - 1] ?? 0) * (0.5 + Math.random()),
      ),
    },
  );
  const policy = wrap(retrying, suspending);

  /** One attempt. @returns null when the daily budget is used up */
  const attempt = async (...[ssml, language, voice, signal]: Parameters<typeof provider.speak>) => {
    signal.throwIfAborted();
    if (!(await budget.take(ssml.length))) return null;
    try {
      const speak = () => provider.speak(ssml, language, voice, signal);
      const wav = await inSpan("speech synthesize", "client", speak, { language, voice });
      syntheses.inc({ language, voice, outcome: "ok" });
      characters.inc({ language, voice }, ssml.length);
      return wav;
    } catch (error) {
      await budget.reconcile(ssml.length, 0);
      const outcome = error instanceof SpeechError ? error.failure : "transient";
      syntheses.inc({ language, voice, outcome });
      throw error;
    }
  };

  return {
    live: provider.live,
    async speak(text, language, voice, signal) {
      const ssml = toSsml(text, language);
      const speaking = policy.execute(() => attempt(ssml, language, voice, signal), signal);
      const wav = await untilAborted(speaking, signal).catch((error: unknown) => {
        const last = suspending.lastFailure;
        if (error instanceof BrokenCircuitError && last !== undefined && "error" in last) {
          throw last.error;
        }
        throw error;
      });
      if (wav === null) throw new SpeechError("quota", "speech: the daily budget is used up");
      return wav;
    },
  };
}
