import { limited } from "./limiter.ts";
import { loudness } from "./loudness.ts";
import type { Sound } from "../files/wav.ts";

/** LUFS of every clip, so that voices and chapters follow each other at one volume. Usual for mono speech online. */
export const targetLoudness = -16;

/** Silence before and after the words, in seconds: what a speaker leaves between two sentences, or two subjects. */
const usualLead = 0.12;
const tail = 0.4;
const fade = 0.008;
/** Below this a sample is silence, of full scale. */
const silence = 0.004;
/** −3.5 dBTP: codecs of few bits add up to two decibels, and no true peak may pass −1 dBTP (EBU R128). */
const ceiling = 10 ** (-3.5 / 20);

function words(samples: Float32Array, margin: number): Float32Array {
  const first = samples.findIndex((value) => Math.abs(value) > silence);
  if (first === -1) throw new RangeError("nothing but silence");
  const last = samples.findLastIndex((value) => Math.abs(value) > silence);
  return samples.slice(Math.max(0, first - margin), Math.min(samples.length, last + 1 + margin));
}

/** A loudness difference below audibility, in loudness units, and the most attempts to come that near. */
const nearEnough = 0.1;
const mostRounds = 6;
/** Of a step of gain, the least that is taken to be heard: the next one is at most this much longer. */
const leastYield = 0.25;
const fullScale = 1 / 32_768;

const scaled = (samples: Float32Array, factor: number): Float32Array =>
  samples.map((value) => value * factor);

/** What is not the usual: seconds of silence before the words, LUFS, and the gain to try first. */
export type Levelling = { lead?: number; target?: number; begin?: number };

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
 * @returns the samples, and the gain that made them so loud
 * @throws RangeError when there is nothing but silence
 */
export function levelled(
  { samples, sampleRate }: Sound,
  frame: number,
  { lead = usualLead, target = targetLoudness, begin = 1 }: Levelling = {},
): { samples: Float32Array; gain: number } {
  const margin = Math.round(fade * sampleRate);
  const spoken = faded(words(scaled(new Float32Array(samples), fullScale), margin), margin);
  const before = Math.round(lead * sampleRate);
  const length = before + spoken.length + Math.round(tail * sampleRate);
  const clip = new Float32Array(Math.ceil(length / frame) * frame);
  clip.set(spoken, before);
  const at = (gain: number) => {
    const level = limited(scaled(clip, gain), ceiling, sampleRate);
    return { gain, level, heard: loudness(level, sampleRate) };
  };
  let now = at(begin);
  let yields = 1;
  // limiting peaks takes loudness away, the more the louder: each round learns what a step really yields
  for (
    let round = 0;
    round < mostRounds && Math.abs(target - now.heard) >= nearEnough;
    round += 1
  ) {
    const step = Math.min(Math.max((target - now.heard) / yields, -40), 40);
    const next = at(now.gain * 10 ** (step / 20));
    yields = Math.min(1, Math.max(leastYield, (next.heard - now.heard) / step));
    now = next;
  }
  return { samples: now.level, gain: now.gain };
}
