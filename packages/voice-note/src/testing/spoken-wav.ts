import { writeWav } from "../files/wav.ts";

/** Below this pitch, in hertz, all partials peak together, as in a creaking voice: hardest for a limiter and a codec. */
const creak = 90;

/** A WAV file with a signal like speech: a buzz in syllables, for tests. @param pitch  in hertz */
export function spokenWav(seconds: number, sampleRate = 24_000, pitch = 130): Buffer {
  const samples = new Int16Array(Math.round(seconds * sampleRate));
  for (let at = 0; at < samples.length; at += 1) {
    const t = at / sampleRate;
    let value = 0;
    for (let partial = 1; partial < 10; partial += 1) {
      const phase = pitch < creak ? Math.PI / 2 : 0;
      value += Math.sin(2 * Math.PI * pitch * partial * t + phase) / partial;
    }
    samples[at] = Math.round(5_000 * value * Math.abs(Math.sin(9 * t)));
  }
  return writeWav({ sampleRate, samples });
}
