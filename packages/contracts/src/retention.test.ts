import { expect, test } from "vitest";
import { monthsAfter, recognisedUntil } from "./retention.ts";

test.each([
  ["2026-11-21T10:00:00Z", "2026-12-21T10:00:00.000Z"],
  ["2027-01-31T10:00:00Z", "2027-02-28T10:00:00.000Z"],
  ["2028-01-31T10:00:00Z", "2028-02-29T10:00:00.000Z"],
  ["2026-12-31T23:59:59Z", "2027-01-31T23:59:59.000Z"],
])("adds a month to %s: %s", (from, to) => {
  expect(monthsAfter(new Date(from), 1).toISOString()).toBe(to);
});

test.each([
  ["2026-11-22T10:00:00Z", "2027-12-22T10:00:00Z"],
  ["2026-01-31T10:00:00Z", "2027-02-28T10:00:00Z"],
])("recognises an account that was deleted on %s until %s", (ended, until) => {
  expect(recognisedUntil(new Date(ended))).toEqual(new Date(until));
});
