import { expect, test } from "vitest";
import { digitsOf } from "./phone.ts";

test("the provider's name of a number is its digits", () => {
  expect(digitsOf("+33612345678")).toBe("33612345678");
});
