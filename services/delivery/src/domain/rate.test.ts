import { expect, test } from "vitest";
import { tokenBucket } from "./rate.ts";

test("a second's worth may go at once, then the rate is kept", () => {
  let now = 0;
  const bucket = tokenBucket(80, () => now);
  const waits = Array.from({ length: 240 }, () => bucket.reserve());
  expect(waits.filter((wait) => wait === 0)).toHaveLength(80);
  expect(waits.at(-1)).toBeCloseTo(2_000, 0);
  now = 10_000;
  expect(bucket.reserve()).toBe(0);
});

test("never more than the rate and one burst, whatever the pauses", () => {
  let now = 0;
  const bucket = tokenBucket(80, () => now);
  const used: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    for (let call = 0; call < 20; call += 1) used.push(now + bucket.reserve());
    now += round % 7 === 0 ? 900 : 130;
  }
  for (const from of used) {
    expect(used.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(161);
  }
});

test("without a limit nobody waits", () => {
  const bucket = tokenBucket(Number.POSITIVE_INFINITY, () => 0);
  expect(Array.from({ length: 1000 }, () => bucket.reserve()).every((wait) => wait === 0)).toBe(
    true,
  );
});
