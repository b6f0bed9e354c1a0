import { setTimeout as pause } from "node:timers/promises";
import { counter, inSpan } from "@matinale/kit";
import { toSsml } from "@matinale/newsroom/reading";
import type { Budget } from "../domain/daily-budget.ts";
import {
  SpeechError,
  type Speech,
  type SpeechFailure,
  type SpeechProvider,
} from "../domain/speech.ts";

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

type Clock = { now(): number; wait(ms: number, signal: AbortSignal): Promise<unknown> };

const wallClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => pause(ms, undefined, { signal }),
};

/** Speech with retries, metrics and a daily budget. After a failure that a retry cannot repair it suspends all calls. */
export function resilientSpeech(
  provider: SpeechProvider,
  budget: Budget,
  { now, wait }: Clock = wallClock,
): Speech {
  let suspended: { until: number; failure: SpeechFailure } | null = null;

  const attempt: SpeechProvider["speak"] = async (ssml, language, voice, signal) => {
    if (!(await budget.take(ssml.length))) {
      throw new SpeechError("quota", "speech: the daily budget is used up");
    }
    try {
      const speak = () => provider.speak(ssml, language, voice, signal);
      const wav = await inSpan("speech synthesize", "client", speak, { language, voice });
      syntheses.inc({ language, voice, outcome: "ok" });
      characters.inc({ language, voice }, ssml.length);
      return wav;
    } catch (error) {
      await budget.reconcile(ssml.length, 0);
      const failure = error instanceof SpeechError ? error.failure : "transient";
      syntheses.inc({ language, voice, outcome: failure });
      const rest = suspensionMs[failure];
      if (rest !== undefined) suspended = { until: now() + rest, failure };
      throw error;
    }
  };

  return {
    live: provider.live,
    async speak(text, language, voice, signal) {
      const ssml = toSsml(text, language);
      for (let tried = 0; ; tried += 1) {
        if (suspended !== null && now() < suspended.until) {
          throw new SpeechError(suspended.failure, "speech: calls are suspended after a failure");
        }
        try {
          return await attempt(ssml, language, voice, signal);
        } catch (error) {
          const delay = error instanceof SpeechError ? pauses[error.failure]?.[tried] : undefined;
          if (delay === undefined) throw error;
          await wait(delay * (0.5 + Math.random()), signal);
        }
      }
    },
  };
}
