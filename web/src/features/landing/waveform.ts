/**
 * One path of upright bars on a band of 40, shaped like a spoken sentence.
 * The same count always draws the same wave: no randomness, so nothing moves between renders.
 */
export function waveformPath(count: number, pitch: number): string {
  return Array.from({ length: count }, (_, index) => {
    const x = (index + 0.5) * pitch;
    const half = barHeight(index) / 2;
    return `M${x} ${(20 - half).toFixed(1)}V${(20 + half).toFixed(1)}`;
  }).join("");
}

function barHeight(index: number): number {
  const sentence = 0.55 + 0.45 * Math.sin(index / 9 + 1);
  const syllable = 0.5 + 0.5 * Math.sin(index * 2.399963);
  const breath = index % 17 === 11 ? 0.12 : 1;
  return 3 + 31 * sentence * (0.35 + 0.65 * syllable) * breath;
}
