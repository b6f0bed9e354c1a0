import * as fc from "fast-check";
import { expect, test } from "vitest";
import { delayBeforeRestart } from "./restart-policy.ts";

test("a process that ran for a while restarts at once", () => {
  expect(delayBeforeRestart({ quickExits: 5, startedAt: 0 }, 60_000)).toEqual({
    delayMs: 0,
    quickExits: 0,
  });
});

test("the delay grows while a process keeps exiting soon after its start", () => {
  let quickExits = 0;
  const delays = Array.from({ length: 7 }, () => {
    const next = delayBeforeRestart({ quickExits, startedAt: 0 }, 100);
    ({ quickExits } = next);
    return next.delayMs;
  });
  expect(delays).toEqual([0, 200, 400, 800, 1500, 1500, 1500]);
});

test("no delay is longer than the limit", () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(), fc.nat(), (quickExits, startedAt, later) => {
      const { delayMs } = delayBeforeRestart({ quickExits, startedAt }, startedAt + later);
      expect(delayMs).toBeLessThan(2000 - 200);
    }),
  );
});
