import { expect, test } from "vitest";
import { tone } from "../testing/sounds.ts";
import { resample } from "./resample.ts";

/** Largest difference, without the edges. */
function difference(one: Float32Array, other: Float32Array): number {
  let most = 0;
  for (let at = 2000; at < one.length - 2000; at += 1) {
    most = Math.max(most, Math.abs((one[at] ?? 0) - (other[at] ?? 0)));
  }
  return most;
}

test.each([
  [22_050, 48_000],
  [22_050, 24_000],
  [48_000, 16_000],
])("resamples a tone from %i Hz to %i Hz", (from, to) => {
  const changed = resample(tone(1, from, 0.5, 440), from, to);
  expect(changed).toHaveLength(to);
  expect(difference(changed, tone(1, to, 0.5, 440))).toBeLessThan(0.005);
});

test("removes frequencies above the lower rate's limit instead of aliasing them", () => {
  const changed = resample(tone(1, 48_000, 0.5, 15_000), 48_000, 16_000);
  expect(difference(changed, new Float32Array(changed.length))).toBeLessThan(0.02);
});
