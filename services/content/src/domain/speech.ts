import type { Language, Voice } from "@matinale/contracts";
import type { EncodedClip } from "@matinale/voice-note";

/**
 * Why speech was not to be had, by what can be done about it: `transient` may work in a moment, `throttled` a little
 * later, `quota` and `credentials` not before somebody acts, `refused` never for this text.
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

/** Synthesises a text. Implemented with retries and a budget by resilient speech. */
export type Speech = {
  /** False for a stand-in: what it says is not the voice that subscribers pay for. */
  live: boolean;
  /** @returns a WAV file: 16-bit mono PCM at 24 kHz  @throws SpeechError */
  speak(text: string, language: Language, voice: Voice, signal: AbortSignal): Promise<Uint8Array>;
};

/** A speech provider: one attempt to synthesise SSML, with the kind of its failure. */
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
