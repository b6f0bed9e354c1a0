import { expect, test } from "vitest";
import { levelled, targetLoudness } from "./level.ts";
import { loudness } from "./loudness.ts";

const rate = 24_000;
const sine = (hertz: number, amplitude: number, seconds = 3) =>
  Float32Array.from(
    { length: rate * seconds },
    (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / rate),
  );
/** A signal like speech: a buzz in syllables, with silence around it. */
const speech = (amplitude: number) =>
  Int16Array.from({ length: rate * 4 }, (_, at) => {
    const t = at / rate;
    if (t < 0.7 || t > 3.2) return 0;
    let value = 0;
    for (let partial = 1; partial < 12; partial += 1)
      value += Math.sin(2 * Math.PI * 130 * partial * t) / partial;
    return amplitude * value * Math.max(0, Math.sin(9 * t));
  });

test("measures a sine of 997 Hz at full scale as −3.01 LUFS, as BS.1770 defines", () => {
  expect(loudness(sine(997, 1), rate)).toBeCloseTo(-3.01, 1);
  expect(loudness(sine(997, 0.1), rate)).toBeCloseTo(-23.01, 1);
  expect(loudness(new Float32Array(rate), rate)).toBe(-Infinity);
});

test.each([300, 3_000, 12_000])(
  "brings speech of amplitude %i to the target loudness",
  (amplitude) => {
    const { samples: clip } = levelled({ samples: speech(amplitude), sampleRate: rate }, 480);
    expect(Math.abs(loudness(clip, rate) - targetLoudness)).toBeLessThan(0.3);
    expect(Math.max(...clip.map(Math.abs))).toBeLessThanOrEqual(10 ** (-3.5 / 20) + 1e-6);
  },
);

test("makes whole frames, constant silence around the words, and fades to zero at both ends", () => {
  const { samples: clip } = levelled({ samples: speech(3_000), sampleRate: rate }, 480);
  expect(clip.length % 480).toBe(0);
  const first = clip.findIndex((value) => Math.abs(value) > 0.01);
  const last = clip.findLastIndex((value) => Math.abs(value) > 0.01);
  expect(first / rate).toBeCloseTo(0.07, 1);
  expect((clip.length - last) / rate).toBeGreaterThan(0.1);
  expect(clip[0]).toBe(0);
  expect(clip.at(-1)).toBe(0);
});

test.each([0, 150])("refuses a sound that is only silence with a click of %i", (click) => {
  const samples = new Int16Array(rate);
  samples[rate / 2] = click;
  expect(() => levelled({ samples, sampleRate: rate }, 480)).toThrow(RangeError);
});
