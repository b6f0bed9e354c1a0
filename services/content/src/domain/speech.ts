import type { Language, Voice } from "@matinale/contracts";
import { speakingSeconds } from "@matinale/newsroom/reading";
import { clipRate, readWav, type EncodedClip } from "@matinale/voice-note";
import { ProviderError, type ProviderFailure } from "./provider-error.ts";

/**
 * Why speech synthesis failed: `too_long` may work for shorter inputs, `refused` never works for this text, and `bad_output` is
 * an answer without the sound that was requested.
 */
export type SpeechFailure = ProviderFailure | "too_long" | "refused" | "bad_output";

export class SpeechError extends ProviderError<SpeechFailure> {
  /** Whether asking for this text again is of no use. */
  get isFinal(): boolean {
    return this.failure === "refused" || this.failure === "too_long";
  }
}

/** Milliseconds for one request: a voice speaks a text many times faster than it lasts, but not at once. */
export const speechDeadlineMs = (input: string): number => 12_000 + 10 * input.length;

const badOutput = (found: string, options?: ErrorOptions) =>
  new SpeechError("bad_output", `speech: the answer ${found}`, options);

/**
 * Seconds within which the slowest voice speaks an input that is spelt letter by letter. A speech model may go on after the
 * end of its input: one sentence of minutes would leave no time for the news in any digest that has it.
 */
const longestSeconds = (input: string, language: Language): number =>
  10 + 3 * speakingSeconds(input.length, language);

/** The answer of a provider. @throws SpeechError when it is not a WAV file at 24 kHz with sound, or lasts too long */
export function asWav(bytes: Uint8Array, input: string, language: Language): Uint8Array {
  const { sampleRate, samples } = soundOf(bytes);
  if (samples.length === 0) throw badOutput("has no sound");
  if (sampleRate !== clipRate) throw badOutput(`has ${sampleRate} Hz, not ${clipRate} Hz`);
  if (samples.length / clipRate > longestSeconds(input, language)) throw badOutput("is too long");
  return bytes;
}

function soundOf(bytes: Uint8Array) {
  try {
    return readWav(bytes);
  } catch (cause) {
    throw badOutput("is not a WAV file", { cause });
  }
}

/** Synthesises a text. `resilientSpeech` implements it with retries and a budget. */
export type Speech = {
  /** The provider's voice with its model, part of the key of clips. */
  voiceName(language: Language, voice: Voice): string;
  /** @returns a WAV file: 16-bit mono PCM at 24 kHz  @throws SpeechError */
  speak(text: string, language: Language, voice: Voice, signal: AbortSignal): Promise<Uint8Array>;
};

/**
 * A speech provider: says which requests a text needs. Its `speak` makes one attempt at one of `inputs`, returns the answer
 * unchecked, and also throws the reason of the signal when it aborts first.
 */
export type SpeechProvider = Speech & {
  /** False for a stand-in, whose voice is not the one that subscribers pay for. */
  live: boolean;
  /**
   * The inputs of the requests that speak a text: its words, each within the limit of the provider.
   *
   * @param maxCharacters  of an input, after a failure `too_long`
   */
  inputs(text: string, language: Language, maxCharacters?: number): string[];
  close(): Promise<void>;
};

export type ClipEncoder = {
  encode(wav: Uint8Array): Promise<EncodedClip>;
};
