import { expect, test } from "vitest";
import { catchUpFactor, pacer, safetyFactor } from "./rate.ts";

function pacerAt(perSecond: number) {
  const clock = { now: 1_000_000 };
  return { clock, places: pacer(perSecond, () => clock.now) };
}

test("never exceeds the rate in any second, with and without pauses and when calls are delayed", () => {
  const { clock, places } = pacerAt(80 * catchUpFactor);
  const used: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    for (let call = 0; call < 20; call += 1) used.push(clock.now + places.next());
    clock.now += round % 7 === 0 ? 900 : 130;
  }
  for (const from of used) {
    expect(used.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(80);
  }
});

test("uses at least 96 % of the rate", () => {
  const { places } = pacerAt(1_000 * safetyFactor);
  let last = 0;
  for (let call = 0; call < 10_000; call += 1) last = places.next();
  expect(last).toBeGreaterThan(10_000);
  expect(last).toBeLessThan(10_000 / 0.96);
});

test("gives out no place during a pause, and later places at the same rate", () => {
  const { clock, places } = pacerAt(10);
  places.pause(1_000);
  clock.now += 200;
  places.pause(300);
  expect([places.next(), places.next()]).toEqual([800, 900]);
});
