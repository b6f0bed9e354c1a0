import { languages, voices } from "@matinale/contracts";
import { counter, inSpan } from "@matinale/kit";
import { joinWav } from "@matinale/voice-note";
import { BrokenCircuitError, wrap } from "cockatiel";
import type { Budget } from "../domain/daily-budget.ts";
import { asWav, SpeechError, type Speech, type SpeechProvider } from "../domain/speech.ts";
import { untilAborted } from "../domain/until-aborted.ts";
import { causeOf, providerPolicies } from "./provider-policies.ts";

/** An alert compares the failures with the outcome `ok`. */
const syntheses = counter("content_speech_syntheses_total", {
  language: languages,
  voice: voices,
  outcome: ["ok"],
});
const characters = counter("content_speech_characters_total");

/** Seconds of silence between the parts of a text that is too long for one request. */
const partPause = 0.35;
/** Most characters of an input after the failure `too_long`: about half of a sentence that Google refuses. */
const shortInput = 160;

type SpeechAttempt = (...request: Parameters<Speech["speak"]>) => Promise<Uint8Array | null>;

/** Speech with retries, metrics and a daily budget. After a failure that a retry cannot repair it suspends all calls. */
export function resilientSpeech(provider: SpeechProvider, budget: Budget): Speech {
  const { retrying, suspending } = providerPolicies(SpeechError, {
    retries: 2,
    pauses: { transient: [300, 1_200], bad_output: [300, 1_200], throttled: [1_000, 3_000] },
    suspensionMs: { quota: 15 * 60_000, credentials: 60_000 },
  });
  const policy = wrap(retrying, suspending);

  /** One attempt. @returns null when the daily budget is used up */
  const attempt: SpeechAttempt = async (input, language, voice, signal) => {
    signal.throwIfAborted();
    if (!(await budget.take(input.length))) return null;
    try {
      const speak = () => provider.speak(input, language, voice, signal);
      const answer = await inSpan("speech synthesize", "CLIENT", speak, { language, voice });
      const wav = asWav(answer, input, language);
      syntheses.inc({ language, voice, outcome: "ok" });
      characters.inc({ language, voice }, input.length);
      return wav;
    } catch (error) {
      const outcome = error instanceof SpeechError ? error.failure : "transient";
      // the provider bills an answer without sound, and may bill a request that was cancelled
      if (outcome === "bad_output") characters.inc({ language, voice }, input.length);
      else if (!signal.aborted) await budget.reconcile(input.length, 0);
      syntheses.inc({ language, voice, outcome });
      throw error;
    }
  };

  /** A request of a text with its retries. @throws SpeechError, also when the daily budget is used up */
  const speakPart: Speech["speak"] = async (input, language, voice, signal) => {
    const speaking = policy.execute(() => attempt(input, language, voice, signal), signal);
    const wav = await untilAborted(speaking, signal).catch((error: unknown) => {
      throw error instanceof BrokenCircuitError ? (causeOf(suspending) ?? error) : error;
    });
    if (wav === null) throw new SpeechError("quota", "speech: the daily budget is used up");
    return wav;
  };

  return {
    voiceName(language, voice) {
      const name = provider.voiceName(language, voice);
      // a stand-in has another sound than the voice of this name
      return provider.live ? name : `stand-in ${name}`;
    },
    async speak(text, language, voice, signal) {
      const speakAll = async (inputs: readonly string[]): Promise<Uint8Array> => {
        const parts: Uint8Array[] = [];
        for (const input of inputs) parts.push(await speakPart(input, language, voice, signal));
        return parts.length === 1 && parts[0] !== undefined ? parts[0] : joinWav(parts, partPause);
      };
      return speakAll(provider.inputs(text, language)).catch((error: unknown) => {
        if (!(error instanceof SpeechError) || error.failure !== "too_long") throw error;
        return speakAll(provider.inputs(text, language, shortInput));
      });
    },
  };
}
