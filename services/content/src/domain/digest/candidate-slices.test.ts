import { expect, test } from "vitest";
import { candidateSlices } from "./candidate-slices.ts";

const end = new Date("2026-11-21T08:00:00Z");
const before = (hours: number) => new Date(end.getTime() - hours * 3_600_000);
const slices = (hours: number) =>
  candidateSlices({ windowStart: before(hours), windowEnd: end }).map((slice) => [
    (end.getTime() - slice.windowStart.getTime()) / 3_600_000,
    (end.getTime() - slice.windowEnd.getTime()) / 3_600_000,
  ]);

test("keeps a window of up to a day and a half as one slice", () => {
  for (const hours of [1, 24, 25, 35]) expect(slices(hours)).toEqual([[hours, 0]]);
});

test("divides a week into days, the newest first, without gaps", () => {
  expect(slices(7 * 24)).toEqual(Array.from({ length: 7 }, (_, day) => [(day + 1) * 24, day * 24]));
});

test("keeps an empty window as one empty slice", () => {
  expect(slices(0)).toEqual([[0, 0]]);
});
