/** A clip in both forms that subscribers hear. Clips of the same profile can be joined without decoding them. */
export type EncodedClip = {
  /** Opus packets of 20 ms, packed by `packPackets`. */
  opus: Uint8Array;
  /** Whole MP3 frames of constant bit rate, without tags. */
  mp3: Uint8Array;
  durationMs: number;
};

export type ClipForm = "opus" | "mp3";

/** Sample rate, in hertz, of synthesised speech and of clips: enough for a voice, native to the best voices. */
export const clipRate = 24_000;

/** Samples at 48 kHz that an Opus encoder puts before the sound: libopus looks ahead 6.5 ms in all but its low-delay mode. */
export const opusPreSkip = 312;
