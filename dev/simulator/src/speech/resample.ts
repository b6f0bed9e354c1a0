const HALF_TAPS = 16;
const PHASES = 256;

/** Changes the sample rate with a Hann-windowed sinc filter, which also prevents aliasing. */
export function resample(input: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return input;
  const cutoff = Math.min(1, to / from);
  const half = Math.ceil(HALF_TAPS / cutoff);
  const kernels = Array.from({ length: PHASES + 1 }, (_, phase) =>
    kernel(phase / PHASES, half, cutoff),
  );
  const output = new Float32Array(Math.round((input.length * to) / from));
  for (let index = 0; index < output.length; index += 1) {
    const position = (index * from) / to;
    const centre = Math.floor(position);
    const taps = kernels[Math.round((position - centre) * PHASES)];
    if (!taps) continue;
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap += 1) {
      sum += (input[centre - half + 1 + tap] ?? 0) * (taps[tap] ?? 0);
    }
    output[index] = sum;
  }
  return output;
}

function kernel(offset: number, half: number, cutoff: number): Float32Array {
  const taps = Float32Array.from({ length: 2 * half }, (_, tap) => {
    const x = tap - half + 1 - offset;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / half);
    const angle = Math.PI * x * cutoff;
    return Math.abs(x) >= half ? 0 : window * cutoff * (angle === 0 ? 1 : Math.sin(angle) / angle);
  });
  // Normalise the gain of every phase, or a steady tone would change its volume.
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}
