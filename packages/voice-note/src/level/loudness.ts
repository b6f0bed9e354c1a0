type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/** The high-shelf filter of ITU-R BS.1770-5, annex 1, for any sample rate (bilinear transform of its analogue prototype). */
function headShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** The low-cut filter of BS.1770-5, annex 1. */
function lowCut(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

function filter(samples: Float32Array, { b0, b1, b2, a1, a2 }: Biquad): Float32Array {
  const out = new Float32Array(samples.length);
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const x = samples[index] ?? 0;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    out[index] = y;
  }
  return out;
}

const lufs = (power: number) => -0.691 + 10 * Math.log10(power);
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Integrated loudness in LUFS (ITU-R BS.1770-5) of mono sound, samples in −1…1: 400 ms blocks every 100 ms, gated at
 * −70 LUFS and then at 10 LU below the mean of the remaining blocks. `-Infinity` for silence; a sound shorter than a
 * block counts as one block.
 */
export function loudness(samples: Float32Array, sampleRate: number): number {
  const weighted = filter(filter(samples, headShelf(sampleRate)), lowCut(sampleRate));
  const step = Math.round(sampleRate / 10);
  const steps: number[] = [];
  for (let start = 0; start < weighted.length; start += step) {
    let sum = 0;
    const end = Math.min(start + step, weighted.length);
    for (let index = start; index < end; index += 1) sum += (weighted[index] ?? 0) ** 2;
    steps.push(sum / step);
  }
  const blocks =
    steps.length < 4
      ? [mean(steps)]
      : steps.slice(3).map((_, index) => mean(steps.slice(index, index + 4)));
  const audible = blocks.filter((power) => lufs(power) > -70);
  if (audible.length === 0) return -Infinity;
  const gate = lufs(mean(audible)) - 10;
  return lufs(mean(audible.filter((power) => lufs(power) > gate)));
}
