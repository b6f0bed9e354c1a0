import { expect, test } from "vitest";
import { truePeaks } from "./true-peak.ts";

const rate = 48_000;
const sine = (hertz: number, phase: number) =>
  Float32Array.from({ length: 960 }, (_, at) =>
    Math.sin((2 * Math.PI * hertz * at) / rate + phase),
  );
const decibels = (value: number) => 20 * Math.log10(value);

// the waves of ITU-R BS.1770-5, annex 2: their samples miss the peak by up to 3 dB, the meter by half a decibel at most
test.each([
  [12_000, Math.PI / 4],
  [8_000, Math.PI / 6],
  [6_000, Math.PI / 8],
  [997, 0],
])("a full wave of %i Hz reaches 0 dBTP between its samples", (hertz, phase) => {
  const [peak = 0] = truePeaks(sine(hertz, phase), 960).slice(0, 1);
  expect(Math.abs(decibels(peak))).toBeLessThan(0.5);
});

test("each block has its own peak; a quiet one is told by its samples", () => {
  const samples = new Float32Array(300);
  samples.fill(0.9, 110, 112);
  samples[250] = 0.2;
  const [silent, loud, quiet] = truePeaks(samples, 100, 0.8);
  expect(silent).toBe(0);
  expect(loud).toBeGreaterThan(0.95);
  expect(quiet).toBeCloseTo(0.2, 5);
});
