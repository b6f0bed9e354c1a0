import type { Language, Voice } from "@matinale/contracts";
import type { EncodedClip } from "@matinale/voice-note";

/**
 * Why speech synthesis failed: `transient` may work on a retry, `throttled` after a longer pause, `quota` and
 * `credentials` need an operator, `refused` never works for this text.
 */
export type SpeechFailure = "transient" | "throttled" | "quota" | "credentials" | "refused";

export class SpeechError extends Error {
  readonly failure: SpeechFailure;
  constructor(failure: SpeechFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SpeechError";
    this.failure = failure;
  }
}

/** Synthesises a text. `resilientSpeech` implements it with retries and a budget. */
export type Speech = {
  /** False for a stand-in, whose voice is not the one that subscribers pay for. */
  live: boolean;
  /** @returns a WAV file: 16-bit mono PCM at 24 kHz  @throws SpeechError */
  speak(text: string, language: Language, voice: Voice, signal: AbortSignal): Promise<Uint8Array>;
};

/** A speech provider: makes one attempt to synthesise SSML. */
export type SpeechProvider = {
  live: boolean;
  /** @returns a WAV file: 16-bit mono PCM at 24 kHz  @throws SpeechError */
  speak(ssml: string, language: Language, voice: Voice, signal: AbortSignal): Promise<Uint8Array>;
};

/** Encodes a spoken WAV file as a clip. */
export type SoundEncoder = {
  /** @param lead  seconds of silence before the words, when not the usual */
  encode(wav: Uint8Array, lead?: number): Promise<EncodedClip>;
};
