import { clipSilence } from "../clip.ts";
import { limited } from "./limiter.ts";
import { loudness } from "./loudness.ts";
import type { Sound } from "../files/wav.ts";

/** Loudness of every clip in LUFS, so that all voices and chapters have one volume. Usual for mono speech online. */
export const targetLoudness = -16;

const fade = 0.008;
/** A sample below this value is silence; full scale is 1. */
const silence = 0.004;
/**
 * −4 dBTP: codecs at a low bit rate add up to two decibels, and no true peak may pass −1 dBTP (EBU R128). With −3.5 a clip is
 * encoded a quarter more often until its peaks are low enough.
 */
const ceiling = 10 ** (-4 / 20);

function words(samples: Float32Array, margin: number): Float32Array {
  const first = samples.findIndex((value) => Math.abs(value) > silence);
  if (first === -1) throw new RangeError("the sound is only silence");
  const last = samples.findLastIndex((value) => Math.abs(value) > silence);
  return samples.slice(Math.max(0, first - margin), Math.min(samples.length, last + 1 + margin));
}

/** A difference of loudness that listeners do not hear, in LU, and the most rounds to get below it. */
const nearEnough = 0.1;
const maxRounds = 6;
/** Lower limit of how much loudness one unit of gain is assumed to add: it limits the next step to four times the gap. */
const minYield = 0.25;
const fullScale = 1 / 32_768;

const scaled = (samples: Float32Array, factor: number): Float32Array =>
  samples.map((value) => value * factor);

export type Levelled = ReturnType<typeof levelled>;

function faded(samples: Float32Array, length: number): Float32Array {
  const sound = samples.slice();
  for (let index = 0; index < length && index < sound.length; index += 1) {
    const end = sound.length - 1 - index;
    sound[index] = ((sound[index] ?? 0) * index) / length;
    sound[end] = ((sound[end] ?? 0) * index) / length;
  }
  return sound;
}

/**
 * A clip ready to be encoded and joined to any other: at the target loudness, no peak above the ceiling, silence of
 * constant length around the words, faded so that no join clicks, padded to whole frames.
 *
 * @param frame  samples in one frame
 * @throws RangeError when the sound is only silence
 */
export function levelled({ samples, sampleRate }: Sound, frame: number) {
  const margin = Math.round(fade * sampleRate);
  const spoken = faded(words(scaled(new Float32Array(samples), fullScale), margin), margin);
  const before = Math.round(clipSilence.before * sampleRate);
  const length = before + spoken.length + Math.round(clipSilence.after * sampleRate);
  const clip = new Float32Array(Math.ceil(length / frame) * frame);
  clip.set(spoken, before);
  const withGain = (gain: number) => limited(scaled(clip, gain), ceiling, sampleRate);
  const at = (gain: number) => {
    const level = withGain(gain);
    return { gain, level, heard: loudness(level, sampleRate) };
  };
  let now = at(1);
  if (now.heard === -Infinity) throw new RangeError("the sound is only silence");
  let yields = 1;
  // the limiter reduces loudness, more so at a higher gain: each round measures how much a step of gain really adds
  for (
    let round = 0;
    round < maxRounds && Math.abs(targetLoudness - now.heard) >= nearEnough;
    round += 1
  ) {
    const step = Math.min(Math.max((targetLoudness - now.heard) / yields, -40), 40);
    const next = at(now.gain * 10 ** (step / 20));
    yields = Math.min(1, Math.max(minYield, (next.heard - now.heard) / step));
    now = next;
  }
  return {
    samples: now.level,
    gain: now.gain,
    /** The clip at this gain made louder by about this many LU, with no peak above the ceiling, and its new gain. */
    louder: (gain: number, units: number) => {
      const next = gain * 10 ** (units / yields / 20);
      return { samples: withGain(next), gain: next };
    },
  };
}
