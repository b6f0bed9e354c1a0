import { expect, test } from "vitest";
import { byteRange } from "./byte-range.ts";

test.each([
  ["bytes=0-99", { start: 0, end: 99 }],
  ["bytes=900-", { start: 900, end: 999 }],
  ["bytes=-100", { start: 900, end: 999 }],
  ["bytes=-5000", { start: 0, end: 999 }],
  ["bytes=0-5000", { start: 0, end: 999 }],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-2", null],
  ["bytes=0-1,4-5", null],
  ["items=0-1", null],
  ["bytes=-", null],
  ["bytes=a-b", null],
])("reads %s of 1000 bytes", (header, expected) => {
  expect(byteRange(header, 1_000)).toEqual(expected);
});

test("returns null without a header", () => {
  expect(byteRange(undefined, 1_000)).toBeNull();
});
