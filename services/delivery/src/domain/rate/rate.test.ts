import { expect, test } from "vitest";
import { pacer, safetyFactor } from "./rate.ts";

function pacerAt(perSecond: number) {
  const clock = { now: 1_000_000 };
  return { clock, places: pacer(perSecond, () => clock.now) };
}

test("uses at least 95 % of the rate", () => {
  const { places } = pacerAt(1_000 * safetyFactor);
  let last = 0;
  for (let call = 0; call < 10_000; call += 1) last = places.next();
  expect(last).toBeGreaterThan(10_000);
  expect(last).toBeLessThan(10_000 / 0.95);
});

test("gives out no place during a pause, and later places at the same rate", () => {
  const { clock, places } = pacerAt(10);
  places.pause(1_000);
  clock.now += 200;
  places.pause(300);
  expect([places.next(), places.next()]).toEqual([800, 900]);
});
