import { expect, test } from "vitest";
import { pacer, safetyFactor } from "./rate.ts";

function pacerAt(perSecond: number) {
  const clock = { now: 1_000_000 };
  return { clock, calls: pacer(perSecond, () => clock.now) };
}

test("uses at least 95 % of the rate", () => {
  const { calls } = pacerAt(1_000 * safetyFactor);
  let last = 0;
  for (let call = 0; call < 10_000; call += 1) last = calls.reserve();
  expect(last).toBeGreaterThan(10_000);
  expect(last).toBeLessThan(10_000 / 0.95);
});

test("reserves no call during a pause, and later calls at the same rate", () => {
  const { clock, calls } = pacerAt(10);
  calls.pause(1_000);
  clock.now += 200;
  calls.pause(300);
  expect([calls.reserve(), calls.reserve()]).toEqual([800, 900]);
});
