/** Filter for four values between samples, from twelve samples each (ITU-R BS.1770-5, annex 2); the last two phases mirror the first two. */
const half = [
  [
    0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875,
    0.1373291015625, 0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125,
    0.014892578125, -0.00830078125,
  ],
  [
    -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625,
    0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
  ],
];
const phases = [...half, ...half.map((taps) => taps.toReversed())].map((taps) =>
  Float64Array.from(taps),
);
const taps = 12;
/** Between two samples of speech the sound rises to at most 1.4 times the higher sample. */
export const maxRise = 1.4;

/** The highest value between a sample and the next one, the sample itself included. */
export function reach(samples: Float32Array, at: number): number {
  let highest = Math.abs(samples[at] ?? 0);
  for (const phase of phases) {
    let value = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      value += (phase[tap] ?? 0) * (samples[at + taps / 2 - tap] ?? 0);
    }
    highest = Math.max(highest, Math.abs(value));
  }
  return highest;
}

/**
 * The true peak of each block of the sound: its highest value, also between samples. 1 is 0 dBTP.
 *
 * @param block    samples in a block
 * @param quietest  blocks that cannot reach this value are measured at their samples only, which is faster
 */
export function truePeaks(samples: Float32Array, block: number, quietest = 0): number[] {
  const peaks = Array.from({ length: Math.ceil(samples.length / block) }, () => 0);
  for (let at = 0; at < samples.length; at += 1) {
    const index = Math.floor(at / block);
    const value = Math.abs(samples[at] ?? 0);
    const peak = Math.max(peaks[index] ?? 0, value);
    const close = value * maxRise >= Math.max(quietest, peak);
    peaks[index] = close ? Math.max(peak, reach(samples, at)) : peak;
  }
  return peaks;
}
