import { expect, test } from "vitest";
import { retryAfterSeconds } from "./retry-after.ts";

test("reads Retry-After as a number of seconds or as a date", () => {
  const now = new Date("2026-11-21T08:00:00Z");
  expect(retryAfterSeconds("120", now)).toBe(120);
  expect(retryAfterSeconds("1.5", now)).toBe(1.5);
  expect(retryAfterSeconds("Sat, 21 Nov 2026 08:10:00 GMT", now)).toBe(600);
  expect(retryAfterSeconds("Sat, 21 Nov 2026 07:00:00 GMT", now)).toBe(0);
  expect(retryAfterSeconds("soon", now)).toBeNull();
  expect(retryAfterSeconds(undefined, now)).toBeNull();
});
