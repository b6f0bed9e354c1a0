import { expect, test } from "vitest";
import { truePeaks } from "./true-peak.ts";

const rate = 48_000;
const sine = (hertz: number, phase: number) =>
  Float32Array.from({ length: 960 }, (_, at) =>
    Math.sin((2 * Math.PI * hertz * at) / rate + phase),
  );
const decibels = (value: number) => 20 * Math.log10(value);

// the waves of ITU-R BS.1770-5, annex 2: their samples are up to 3 dB below the peak, the meter may be wrong by 0.5 dB
test.each([
  [12_000, Math.PI / 4],
  [8_000, Math.PI / 6],
  [6_000, Math.PI / 8],
  [997, 0],
])("measures a wave of %i Hz at full scale as 0 dBTP", (hertz, phase) => {
  const [peak = 0] = truePeaks(sine(hertz, phase), 960).slice(0, 1);
  expect(Math.abs(decibels(peak))).toBeLessThan(0.5);
});

test("measures each block, and a quiet block at its samples only", () => {
  const samples = new Float32Array(300);
  samples.fill(0.9, 110, 112);
  samples[250] = 0.2;
  const [silent, loud, quiet] = truePeaks(samples, 100, 0.8);
  expect(silent).toBe(0);
  expect(loud).toBeGreaterThan(0.95);
  expect(quiet).toBeCloseTo(0.2, 5);
});
