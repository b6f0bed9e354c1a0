import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pauseBeforeRestart } from "./restart-policy.ts";

test("what ran for a while and died is started again at once", () => {
  expect(pauseBeforeRestart({ quickDeaths: 5, startedAt: 0 }, 60_000)).toEqual({
    pause: 0,
    quickDeaths: 0,
  });
});

test("what keeps dying is started ever more slowly", () => {
  let quickDeaths = 0;
  const pauses = Array.from({ length: 7 }, () => {
    const next = pauseBeforeRestart({ quickDeaths, startedAt: 0 }, 100);
    ({ quickDeaths } = next);
    return next.pause;
  });
  expect(pauses).toEqual([0, 200, 400, 800, 1500, 1500, 1500]);
});

test("a restart never waits longer than it may", () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(), fc.nat(), (quickDeaths, startedAt, later) => {
      const { pause } = pauseBeforeRestart({ quickDeaths, startedAt }, startedAt + later);
      expect(pause).toBeLessThan(2000 - 200);
    }),
  );
});
