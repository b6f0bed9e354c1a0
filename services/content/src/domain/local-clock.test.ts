import { expect, test } from "vitest";
import { localClock } from "./local-clock.ts";

test("tells the time in a zone, again and again", () => {
  const at = new Date("2026-11-22T23:05:09Z");
  for (let round = 0; round < 2; round += 1) {
    expect(localClock("Europe/Paris", at)).toBe("2026-11-23 00:05:09");
    expect(localClock("America/New_York", at)).toBe("2026-11-22 18:05:09");
  }
});

test("refuses a zone that does not exist", () => {
  expect(() => localClock("Europe/Atlantis", new Date())).toThrow(RangeError);
});
