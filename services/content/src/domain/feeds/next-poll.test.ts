import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pollDelay } from "./next-poll.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

test("polls a healthy feed after the interval ± 10 %", () => {
  expect(pollDelay(0, null, 10 * minute, 0)).toBe(9 * minute);
  expect(pollDelay(0, null, 10 * minute, 0.5)).toBe(10 * minute);
});

test("doubles the pause with each failure, up to a day", () => {
  const delay = (failures: number) => pollDelay(failures, null, 10 * minute, 0.5);
  expect(delay(1)).toBe(20 * minute);
  expect(delay(3)).toBe(80 * minute);
  expect(delay(10)).toBe(day);
  expect(delay(10_000)).toBe(day);
});

test("honours Retry-After up to a day", () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000_000),
      fc.nat(50),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (asked, failures, random) => {
        const delay = pollDelay(failures, asked, 10 * minute, random);
        expect(delay).toBeGreaterThanOrEqual(Math.min(asked, day));
        expect(delay).toBeLessThanOrEqual(1.1 * day);
      },
    ),
  );
});
