import type { Language, Voice } from "@matinale/contracts";
import { clipRate, readWav, type EncodedClip } from "@matinale/voice-note";
import { ProviderError, type ProviderFailure } from "./provider-error.ts";

/** Why speech synthesis failed: `too_long` may work for shorter inputs, `refused` never works for this text. */
export type SpeechFailure = ProviderFailure | "too_long" | "refused";

export class SpeechError extends ProviderError<SpeechFailure> {
  /** Whether asking for this text again is of no use. */
  get isFinal(): boolean {
    return this.failure === "refused" || this.failure === "too_long";
  }
}

/** Milliseconds for one request: a voice speaks a text many times faster than it lasts, but not at once. */
export const speechDeadlineMs = (input: string): number => 12_000 + 10 * input.length;

/** The answer of a provider. @throws SpeechError when it is not a WAV file at 24 kHz with sound */
export function asWav(bytes: Uint8Array): Uint8Array {
  const { sampleRate, samples } = soundOf(bytes);
  if (samples.length === 0) throw new SpeechError("transient", "speech: the answer has no sound");
  if (sampleRate === clipRate) return bytes;
  throw new SpeechError("transient", `speech: the answer has ${sampleRate} Hz, not ${clipRate} Hz`);
}

function soundOf(bytes: Uint8Array) {
  try {
    return readWav(bytes);
  } catch (cause) {
    throw new SpeechError("transient", "speech: the answer is not a WAV file", { cause });
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
 * A speech provider: says which requests a text needs. Its `speak` makes one attempt at one of `inputs`, and also throws the
 * reason of the signal when it aborts first.
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
