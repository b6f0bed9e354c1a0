import { expect, test } from "vitest";
import { nextTryAt } from "./webhook-retries.ts";

const now = new Date("2026-11-23T07:00:00Z");

test.each([
  [1, 5],
  [2, 20],
  [3, 80],
  [4, 320],
])("after %i attempts an item is tried again %i s later", (attempts, seconds) => {
  expect(nextTryAt(attempts, now)).toEqual(new Date(now.getTime() + seconds * 1_000));
});

test("after five attempts an item is set aside", () => {
  expect(nextTryAt(5, now)).toBeNull();
});
