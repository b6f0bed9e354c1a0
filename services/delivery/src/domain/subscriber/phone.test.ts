import { expect, test } from "vitest";
import { addressOf, digitsOf, isUserId, spellingsOf } from "./phone.ts";

test("reads the digits of a number", () => {
  expect(digitsOf("+33612345678")).toBe("33612345678");
});

test.each([
  ["FR.5550001112223334445", true],
  ["US.ENT.777", true],
  [`FR.${"a".repeat(128)}`, true],
  [`FR.${"a".repeat(129)}`, false],
  ["fr.1", false],
  ["FRA.1", false],
  ["FR.", false],
  ["FR.1 2", false],
  ["33612345678", false],
])("%s is a user id: %s", (address, expected) => {
  expect(isUserId(address)).toBe(expected);
});

test("the provider gets the digits of a number, and a user id as it is", () => {
  expect(addressOf("+33612345678")).toBe("33612345678");
  expect(addressOf("FR.5550001112223334445")).toBe("FR.5550001112223334445");
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
