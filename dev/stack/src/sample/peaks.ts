const bars = 96;

/** Loudness of equal slices of a sound, 0 to 100. */
export function peaksOf(samples: Float32Array): number[] {
  const slice = Math.floor(samples.length / bars);
  const loudness = Array.from({ length: bars }, (_, bar) => {
    const part = samples.subarray(bar * slice, (bar + 1) * slice);
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / slice);
  });
  const loudest = Math.max(...loudness);
  return loudness.map((value) => Math.round((value / loudest) * 100));
}
