/** kbit/s by index, layer III, of MPEG-1 and of MPEG-2 and 2.5 (ISO/IEC 11172-3 and 13818-3, header). */
const bitrates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8_000],
};

export type Mp3Frame = { at: number; bytes: number; samples: number; sampleRate: number };

function frameAt(file: Uint8Array, at: number): Mp3Frame | null {
  const [sync = 0, kind = 0, rates = 0] = file.subarray(at, at + 3);
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2) return null;
  const version = (kind >> 3) & 3;
  if (version === 1) return null;
  const kbits = bitrates[version === 3 ? "mpeg1" : "mpeg2"][rates >> 4];
  const sampleRate = sampleRates[version as 0 | 2 | 3][(rates >> 2) & 3];
  if (kbits === undefined || kbits === 0 || sampleRate === undefined) return null;
  const samples = version === 3 ? 1152 : 576;
  const bytes = Math.floor(((samples / 8) * kbits * 1000) / sampleRate) + ((rates >> 1) & 1);
  return { at, bytes, samples, sampleRate };
}

/**
 * The frames of an MP3 file without tags, in order. An encoder of constant bit rate writes whole frames, so files of
 * one profile can be joined by concatenation.
 *
 * @throws RangeError  when no frame begins where one should
 */
export function mp3Frames(file: Uint8Array): Mp3Frame[] {
  const frames: Mp3Frame[] = [];
  for (let at = 0; at < file.length;) {
    const frame = frameAt(file, at);
    if (frame === null || at + frame.bytes > file.length) {
      throw new RangeError(`no MP3 frame at byte ${at}`);
    }
    frames.push(frame);
    at += frame.bytes;
  }
  return frames;
}

export const mp3Ms = (frames: readonly Mp3Frame[]): number =>
  frames.reduce((sum, frame) => sum + (frame.samples * 1000) / frame.sampleRate, 0);
