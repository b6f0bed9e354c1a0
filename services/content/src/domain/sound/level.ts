import { limited } from "./limiter.ts";
import { loudness } from "./loudness.ts";
import type { Sound } from "./wav.ts";

/** LUFS of every clip, so that voices and chapters follow each other at one volume. Usual for mono speech online. */
export const targetLoudness = -16;

/** Silence before and after the words, in seconds: what a speaker leaves between two sentences, or two subjects. */
const usualLead = 0.12;
const tail = 0.4;
const fade = 0.008;
/** Below this a sample is silence, of full scale. */
const silence = 0.004;
/** −3 dBFS: codecs of few bits overshoot by up to two decibels, and no true peak may pass −1 dBTP (EBU R128). */
export const ceiling = 10 ** (-3 / 20);

function words(samples: Float32Array, margin: number): Float32Array {
  const first = samples.findIndex((value) => Math.abs(value) > silence);
  if (first === -1) throw new RangeError("nothing but silence");
  const last = samples.findLastIndex((value) => Math.abs(value) > silence);
  return samples.slice(Math.max(0, first - margin), Math.min(samples.length, last + 1 + margin));
}

/** Loudness units nobody hears, and how often we try to come that near. */
const nearEnough = 0.1;
const mostRounds = 6;
const fullScale = 1 / 32_768;

const scaled = (samples: Float32Array, factor: number): Float32Array =>
  samples.map((value) => value * factor);

/** What is not the usual: seconds of silence before the words, LUFS, and the highest sample, 0…1. */
export type Levelling = { lead?: number; target?: number; highest?: number };

/** The sound with its ends faded to nothing. */
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
 * A clip ready to be encoded and joined to any other: at the constant loudness, no peak beyond the ceiling, silence of
 * constant length around the words, faded so that no join clicks, filled up to whole frames.
 *
 * @param frame  samples in one frame
 * @throws RangeError when there is nothing but silence
 */
export function levelled(
  { samples, sampleRate }: Sound,
  frame: number,
  { lead = usualLead, target = targetLoudness, highest = ceiling }: Levelling = {},
): Float32Array {
  const margin = Math.round(fade * sampleRate);
  const spoken = faded(words(scaled(new Float32Array(samples), fullScale), margin), margin);
  const before = Math.round(lead * sampleRate);
  const length = before + spoken.length + Math.round(tail * sampleRate);
  const clip = new Float32Array(Math.ceil(length / frame) * frame);
  clip.set(spoken, before);
  let gain = 1;
  let level: Float32Array = clip;
  // limiting peaks takes a little loudness away: the next round gives it back
  for (let round = 0; round < mostRounds; round += 1) {
    const missing = target - loudness(level, sampleRate);
    if (Math.abs(missing) < nearEnough) break;
    gain *= 10 ** (Math.min(Math.max(missing, -40), 40) / 20);
    level = limited(scaled(clip, gain), highest, sampleRate);
  }
  return level;
}
