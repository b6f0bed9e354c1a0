import { maxRise, reach } from "./true-peak.ts";

/** Look-ahead and release of the limiter, in seconds: short enough that it does not pump, long enough that it does not distort. */
const ahead = 0.004;
const release = 0.06;

/** For each position, the lowest value from there to the end of the window. */
function lowestAhead(values: Float32Array, window: number): Float32Array {
  const lowest = new Float32Array(values.length);
  /** Positions in the window in ascending order of their values: the first has the lowest. */
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
 * The sound without peaks above the ceiling, also between samples. The gain falls before a peak and rises slowly after
 * it, so that waves keep their shape.
 *
 * @param ceiling  highest value, 0…1; 1 is full scale
 */
export function limited(samples: Float32Array, ceiling: number, sampleRate: number): Float32Array {
  const needed = samples.map((value, at) =>
    Math.abs(value) * maxRise < ceiling ? 1 : Math.min(1, ceiling / reach(samples, at)),
  );
  const window = Math.round(ahead * sampleRate);
  const gains = lowestAhead(needed, window);
  const rise = 1 - Math.exp(-1 / (release * sampleRate));
  let gain = 1;
  for (let at = 0; at < gains.length; at += 1) {
    gain = Math.min(gains[at] ?? 1, gain + (1 - gain) * rise);
    gains[at] = gain;
  }
  // the mean gain of the window is never above the gain that its last sample needs
  const out = new Float32Array(samples.length);
  let sum = window + 1;
  for (let at = 0; at < samples.length; at += 1) {
    sum += (gains[at] ?? 1) - (gains[at - window - 1] ?? 1);
    out[at] = ((samples[at] ?? 0) * sum) / (window + 1);
  }
  return out;
}
