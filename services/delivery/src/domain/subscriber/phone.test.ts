import { expect, test } from "vitest";
import { digitsOf, spellingsOf } from "./phone.ts";

test("reads the digits of a number", () => {
  expect(digitsOf("+33612345678")).toBe("33612345678");
});

test.each([
  ["5511987654321", "551187654321"],
  ["5215512345678", "525512345678"],
  ["5491123456789", "541123456789"],
])("%s and %s are spellings of the same number", (one, other) => {
  expect(spellingsOf(one)).toEqual([one, other]);
  expect(spellingsOf(other)).toEqual([other, one]);
});

test.each(["33612345678", "551132654321", "447400123456"])("%s has one spelling", (digits) => {
  expect(spellingsOf(digits)).toEqual([digits]);
});
