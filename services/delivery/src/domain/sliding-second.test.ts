import { array, assert, integer, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { slidingSecond } from "./sliding-second.ts";

const most = 20;

test("what may leave at once does, and the next waits for the second to pass", () => {
  let now = 5_000;
  const leave = slidingSecond(most, () => now);
  const waits = Array.from({ length: most }, () => leave().afterMs);
  expect(waits.every((wait) => wait === 0)).toBe(true);
  expect(leave().afterMs).toBe(1_000);
  now = 6_100;
  expect(leave().afterMs).toBe(0);
});

test("a pause of ours is made up for", () => {
  let now = 0;
  const leave = slidingSecond(most, () => now);
  const steady = 1_000 / most;
  for (let call = 0; call < most; call += 1, now += steady) leave().answered();
  now += 4 * steady;
  const waits = Array.from({ length: 5 }, () => leave().afterMs);
  expect(waits.slice(0, 4)).toEqual([0, 0, 0, 0]);
});

test("no second of the provider holds more than its rate, however slowly it reads", () => {
  const delays = array(tuple(integer({ min: 0, max: 90 }), integer({ min: 0, max: 300 })), {
    minLength: 60,
    maxLength: 200,
  });
  assert(
    property(delays, (calls) => {
      let now = 0;
      const leave = slidingSecond(most, () => now);
      const wayMs = 20;
      const counted: number[] = [];
      for (const [pause, stall] of calls) {
        const { afterMs, answered } = leave();
        now += afterMs;
        // The first answer of all is the quickest.
        const there = now + wayMs / 2 + (counted.length === 0 ? 0 : stall);
        counted.push(there);
        now = there + wayMs / 2;
        answered();
        now += pause;
      }
      for (const from of counted) {
        const within = counted.filter((at) => at >= from && at < from + 1_000);
        expect(within.length).toBeLessThanOrEqual(most);
      }
    }),
  );
});
