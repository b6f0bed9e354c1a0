import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

test.each([
  "123456",
  "password",
  "PassWord",
  "qwerty",
  "azerty",
  "motdepasse",
  "matinale",
  "111111",
])("%s is one of the first that a guesser tries", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(["countess", "correct horse", "pluie-de-septembre", "toString", "__proto__"])(
  "%s is not",
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
