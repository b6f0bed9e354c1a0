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
])("calls %s common", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(["countess", "correct horse", "pluie-de-septembre", "toString", "__proto__"])(
  "does not call %s common",
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
