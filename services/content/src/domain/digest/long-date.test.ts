import { expect, test } from "vitest";
import { longDate } from "./long-date.ts";

test("writes dates in both languages", () => {
  expect(longDate("2026-12-01", "fr")).toBe("mardi 1er décembre");
  expect(longDate("2026-11-22", "en")).toBe("Sunday 22 November");
});
