import { expect, test } from "vitest";
import { backlogCapacity } from "./backlog-capacity.ts";

test("a line takes all that fit", () => {
  const room = backlogCapacity(100, 1 / 4);
  expect([0, 50, 80, 99].map(room)).toEqual([100, 50, 20, 1]);
});

test("once it was full, nobody comes until a quarter has left", () => {
  const room = backlogCapacity(100, 1 / 4);
  expect([100, 99, 76, 75, 76, 99, 100, 99].map(room)).toEqual([0, 0, 0, 25, 24, 1, 0, 0]);
});

test("a line that has become too long is full", () => {
  const room = backlogCapacity(2, 1 / 2);
  expect([3, 2, 1].map(room)).toEqual([0, 0, 1]);
});
