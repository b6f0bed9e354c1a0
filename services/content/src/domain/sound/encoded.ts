/** A clip in both forms that subscribers hear, ready to be joined to others of the same profile. */
export type EncodedClip = {
  /** Packed packets of 20 ms, see `packPackets`. */
  opus: Uint8Array;
  /** Whole frames of constant bit rate, without tags. */
  mp3: Uint8Array;
  durationMs: number;
};

export type ClipForm = "opus" | "mp3";

/** Encodes a spoken WAV file as a clip. */
export type SoundEncoder = {
  /** @param lead  seconds of silence before the words, where it is not the usual */
  encode(wav: Uint8Array, lead?: number): Promise<EncodedClip>;
};

/** Samples a second that speech is asked for and encoded at: wide enough for a voice, native to the best voices. */
export const clipRate = 24_000;

/** Samples at 48 kHz before the sound: libopus looks ahead 6.5 ms in every mode but the low-delay one. */
export const opusPreSkip = 312;
