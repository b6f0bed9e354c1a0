import { expect, test } from "vitest";
import { nextTryAt } from "./webhook-retries.ts";

const now = new Date("2026-11-23T07:00:00Z");

test.each([
  [1, 5],
  [2, 20],
  [3, 80],
  [4, 320],
])("after %i attempts, retries an item %i s later", (attempts, seconds) => {
  expect(nextTryAt(attempts, now)).toEqual(new Date(now.getTime() + seconds * 1_000));
});

test("sets an item aside after five attempts", () => {
  expect(nextTryAt(5, now)).toBeNull();
});
