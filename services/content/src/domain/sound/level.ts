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
/** Peaks above the knee are bent towards full scale instead of cut: no distortion that one hears. */
const knee = 0.7;
const ceiling = 0.97;

function bend(value: number): number {
  const size = Math.abs(value);
  if (size <= knee) return value;
  return Math.sign(value) * (knee + (ceiling - knee) * Math.tanh((size - knee) / (ceiling - knee)));
}

function words(samples: Float32Array, margin: number): Float32Array {
  const first = samples.findIndex((value) => Math.abs(value) > silence);
  if (first === -1) throw new RangeError("nothing but silence");
  const last = samples.findLastIndex((value) => Math.abs(value) > silence);
  return samples.slice(Math.max(0, first - margin), Math.min(samples.length, last + 1 + margin));
}

/** Loudness units nobody hears, and how often we try to come that near. */
const nearEnough = 0.3;
const mostRounds = 4;

const fullScale = 1 / 32_768;

function scale(samples: Float32Array, factor: number): Float32Array {
  const scaled = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) scaled[at] = (samples[at] ?? 0) * factor;
  return scaled;
}

/**
 * A clip ready to be encoded and joined to any other: the words at the constant loudness, silence of constant length
 * around them, faded so that no join clicks, filled up to whole frames.
 *
 * @param frame  samples in one frame
 * @param lead  seconds of silence before the words
 * @throws RangeError when there is nothing but silence
 */
export function levelled(
  { samples, sampleRate }: Sound,
  frame: number,
  lead = usualLead,
): Float32Array {
  const margin = Math.round(fade * sampleRate);
  let spoken = words(scale(new Float32Array(samples), fullScale), margin);
  // bending peaks takes a little loudness away: the next round gives it back
  for (let round = 0; round < mostRounds; round += 1) {
    const missing = targetLoudness - loudness(spoken, sampleRate);
    if (Math.abs(missing) < nearEnough) break;
    const factor = 10 ** (Math.min(Math.max(missing, -40), 40) / 20);
    spoken = scale(spoken, factor).map(bend);
  }
  for (let index = 0; index < margin && index < spoken.length; index += 1) {
    const end = spoken.length - 1 - index;
    spoken[index] = ((spoken[index] ?? 0) * index) / margin;
    spoken[end] = ((spoken[end] ?? 0) * index) / margin;
  }
  const before = Math.round(lead * sampleRate);
  const length = before + spoken.length + Math.round(tail * sampleRate);
  const clip = new Float32Array(Math.ceil(length / frame) * frame);
  clip.set(spoken, before);
  return clip;
}
