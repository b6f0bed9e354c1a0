import { expect, test } from "vitest";
import { backlogCapacity } from "./backlog-capacity.ts";

test("takes as many items as fit", () => {
  const capacityLeft = backlogCapacity(100, 1 / 4);
  expect([0, 50, 80, 99].map(capacityLeft)).toEqual([100, 50, 20, 1]);
});

test("takes no items after it was full, until a quarter of them has left", () => {
  const capacityLeft = backlogCapacity(100, 1 / 4);
  expect([100, 99, 76, 75, 76, 99, 100, 99].map(capacityLeft)).toEqual([0, 0, 0, 25, 24, 1, 0, 0]);
});

test("takes no items while it holds more than its capacity", () => {
  const capacityLeft = backlogCapacity(2, 1 / 2);
  expect([3, 2, 1].map(capacityLeft)).toEqual([0, 0, 1]);
});
