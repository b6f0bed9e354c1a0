const TARGET_RMS = 10 ** (-18 / 20);
const CEILING = 10 ** (-1.5 / 20);
const FRAME_MS = 50;
const LIMITER_BLOCK_MS = 2.5;
/** Frames this far below the loudest one are pauses and do not count for the loudness. */
const PAUSE_BELOW = 10 ** (-30 / 20);

/** Normalises speech to −18 dBFS RMS without its pauses and limits peaks to −1.5 dBFS. */
export function levelled(samples: Float32Array, sampleRate: number): Float32Array {
  const rms = spokenRms(samples, sampleRate);
  if (rms === 0) return samples;
  const gain = TARGET_RMS / rms;
  return limited(
    samples.map((sample) => sample * gain),
    Math.round((sampleRate * LIMITER_BLOCK_MS) / 1000),
  );
}

/** RMS of the speech without pauses, full scale = 1. */
export function spokenRms(samples: Float32Array, sampleRate: number): number {
  const size = Math.round((sampleRate * FRAME_MS) / 1000);
  const powers: number[] = [];
  for (let start = 0; start < samples.length; start += size) {
    const frame = samples.subarray(start, start + size);
    powers.push(frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length);
  }
  const gate = powers.reduce((max, power) => Math.max(max, power), 0) * PAUSE_BELOW ** 2;
  const spoken = powers.filter((power) => power > gate);
  if (spoken.length === 0) return 0;
  return Math.sqrt(spoken.reduce((sum, power) => sum + power, 0) / spoken.length);
}

/**
 * Gain of each block, interpolated between block edges. An edge has the lower gain of its two blocks, so that no
 * sample exceeds the ceiling.
 */
function limited(samples: Float32Array, block: number): Float32Array {
  const gains: number[] = [];
  for (let start = 0; start < samples.length; start += block) {
    const peak = samples
      .subarray(start, start + block)
      .reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
    gains.push(peak > CEILING ? CEILING / peak : 1);
  }
  const edge = (index: number) => Math.min(gains[index - 1] ?? 1, gains[index] ?? 1);
  return samples.map((sample, index) => {
    const at = index / block;
    const here = Math.floor(at);
    const share = at - here;
    return sample * (edge(here) * (1 - share) + edge(here + 1) * share);
  });
}
