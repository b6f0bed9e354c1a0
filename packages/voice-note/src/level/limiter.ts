import { mostRise, reach } from "./true-peak.ts";

/** How far ahead the limiter looks, and how fast it lets go again, in seconds: too short to pump, too long to distort. */
const ahead = 0.004;
const release = 0.06;

/** The lowest of each value and those after it, as far as the window reaches. */
function lowestAhead(values: Float32Array, window: number): Float32Array {
  const lowest = new Float32Array(values.length);
  /** Positions whose values ascend: the first is the lowest of the window. */
  const waiting = new Int32Array(values.length);
  let [head, tail] = [0, 0];
  for (let at = values.length - 1; at >= 0; at -= 1) {
    const value = values[at] ?? 1;
    while (tail > head && (values[waiting[tail - 1] ?? 0] ?? 1) >= value) tail -= 1;
    waiting[tail++] = at;
    while ((waiting[head] ?? 0) > at + window) head += 1;
    lowest[at] = values[waiting[head] ?? 0] ?? 1;
  }
  return lowest;
}

/**
 * The sound with nothing beyond the ceiling, between its samples either. The gain falls before a peak arrives and rises slowly after it, so that
 * waves keep their shape.
 *
 * @param ceiling  of full scale, 0…1
 */
export function limited(samples: Float32Array, ceiling: number, sampleRate: number): Float32Array {
  const needed = samples.map((value, at) =>
    Math.abs(value) * mostRise < ceiling ? 1 : Math.min(1, ceiling / reach(samples, at)),
  );
  const window = Math.round(ahead * sampleRate);
  const gains = lowestAhead(needed, window);
  const rise = 1 - Math.exp(-1 / (release * sampleRate));
  let gain = 1;
  for (const [at, lowest] of gains.entries()) {
    gain = Math.min(lowest, gain + (1 - gain) * rise);
    gains[at] = gain;
  }
  // the mean of what the window holds is at most what its last sample needs
  const out = new Float32Array(samples.length);
  let sum = window + 1;
  for (let at = 0; at < samples.length; at += 1) {
    sum += (gains[at] ?? 1) - (gains[at - window - 1] ?? 1);
    out[at] = ((samples[at] ?? 0) * sum) / (window + 1);
  }
  return out;
}
