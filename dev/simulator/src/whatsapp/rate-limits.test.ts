import { expect, test } from "vitest";
import { RateLimits } from "./rate-limits.ts";

test.each([80, 1_000])("accepts %s calls in every sliding second", (limit) => {
  let now = 0;
  const limits = new RateLimits(() => now);
  const acceptedOf = (calls: number) =>
    Array.from({ length: calls }, () => limits.takeInSecond(limit)).filter(Boolean).length;
  expect(acceptedOf(limit / 2)).toBe(limit / 2);
  now = 500;
  expect(acceptedOf(limit)).toBe(limit / 2);
  now = 1_000;
  expect(acceptedOf(limit)).toBe(limit / 2);
  now = 1_499;
  expect(acceptedOf(1)).toBe(0);
  now = 2_500;
  expect(acceptedOf(limit + 10)).toBe(limit);
});
