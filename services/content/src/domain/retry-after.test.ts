import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

test("reads Retry-After as a number of seconds or as a date", () => {
  const now = new Date("2026-11-21T08:00:00Z");
  expect(retryAfterMs("120", now)).toBe(120_000);
  expect(retryAfterMs("1.5", now)).toBe(1_500);
  expect(retryAfterMs("Sat, 21 Nov 2026 08:10:00 GMT", now)).toBe(600_000);
  expect(retryAfterMs("Sat, 21 Nov 2026 07:00:00 GMT", now)).toBe(0);
  expect(retryAfterMs("soon", now)).toBeNull();
  expect(retryAfterMs(undefined, now)).toBeNull();
});
