/** A clip in the forms that subscribers hear. Clips of one form can be joined without decoding them. */
export type EncodedClip = {
  /** Opus packets of 20 ms, packed by `packPackets`. */
  opus: Uint8Array;
  /** The same at a lower bit rate, for a voice note that would be too large. */
  smallOpus: Uint8Array;
  /** Whole MP3 frames of constant bit rate, without tags: clips are joined by concatenation. */
  mp3: Uint8Array;
  durationMs: number;
};

export type ClipForm = "opus" | "smallOpus" | "mp3";

/** Sample rate, in hertz, of synthesised speech and of clips: enough for a voice, native to the best voices. */
export const clipRate = 24_000;

/** Bits a second. At the lower rate a voice note of 310 s is below WhatsApp's limit of 512 kB with a margin. */
export const opusBitrate = { opus: 20_000, smallOpus: 12_000 };

/** In kbit/s. */
export const mp3Bitrate = 64;

/** Silence inside a clip before and after its words, in seconds. The rest of a pause is added when clips are joined. */
export const clipSilence = { before: 0.06, after: 0.1 };

/** Playing time of joined MP3 clips in milliseconds: at a constant bit rate it follows from their size in bytes. */
export const mp3Ms = (bytes: number): number => (bytes * 8) / mp3Bitrate;
