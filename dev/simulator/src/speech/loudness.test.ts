import { expect, test } from "vitest";
import { tone } from "../testing/sounds.ts";
import { levelled, spokenRms } from "./loudness.ts";

const RATE = 22_050;
const decibels = (value: number) => 20 * Math.log10(value);
const peak = (samples: Float32Array) =>
  samples.reduce((max, one) => Math.max(max, Math.abs(one)), 0);

test.each([0.01, 0.3, 0.99])("normalises a sound of amplitude %s to −18 dBFS", (amplitude) => {
  const samples = levelled(tone(1, RATE, amplitude), RATE);
  expect(decibels(spokenRms(samples, RATE))).toBeCloseTo(-18, 1);
});

test("pauses do not change the loudness of the words", () => {
  const words = tone(1, RATE);
  const withPause = new Float32Array(RATE * 4);
  withPause.set(words);
  expect(peak(levelled(withPause, RATE))).toBeCloseTo(peak(levelled(words, RATE)), 2);
});

test("no peak exceeds −1.5 dBFS", () => {
  const samples = tone(1, RATE, 0.02);
  for (let at = 100; at < samples.length; at += 2000) samples[at] = 0.9;
  expect(decibels(peak(levelled(samples, RATE)))).toBeLessThanOrEqual(-1.5 + 0.001);
});

test("silence stays silent", () => {
  expect(peak(levelled(new Float32Array(RATE), RATE))).toBe(0);
});
