/** A clip in both forms that subscribers hear. Clips of the same profile can be joined without decoding them. */
export type EncodedClip = {
  /** Opus packets of 20 ms, packed by `packPackets`. */
  opus: Uint8Array;
  /** Whole MP3 frames of constant bit rate, without tags: clips are joined by concatenation. */
  mp3: Uint8Array;
  durationMs: number;
};

export type ClipForm = "opus" | "mp3";

/** Sample rate, in hertz, of synthesised speech and of clips: enough for a voice, native to the best voices. */
export const clipRate = 24_000;

/** In kbit/s. */
export const mp3Bitrate = 64;

/** Playing time of joined MP3 clips in milliseconds: at a constant bit rate it follows from their size in bytes. */
export const mp3Ms = (bytes: number): number => (bytes * 8) / mp3Bitrate;
