import { expect, test } from "vitest";
import { recognisedUntil } from "./retention.ts";

test.each([
  ["2026-11-22T10:00:00Z", "2027-12-22T10:00:00Z"],
  ["2026-01-31T10:00:00Z", "2027-02-28T10:00:00Z"],
])("recognises an account that was deleted on %s until %s", (ended, until) => {
  expect(recognisedUntil(new Date(ended))).toEqual(new Date(until));
});
