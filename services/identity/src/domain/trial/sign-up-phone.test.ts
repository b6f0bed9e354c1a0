import { expect, test } from "vitest";
import { readSignUpPhone } from "./sign-up-phone.ts";

test.each(["+33612345678", "+33 6 12 34 56 78", "0033 6 12 34 56 78", "06 12.34.56.78"])(
  "reads %s as +33612345678",
  (written) => {
    expect(readSignUpPhone(written)).toBe("+33612345678");
  },
);

test.each(["", "call me", "12", "+999999999999999999"])(
  "does not read %j as a number",
  (written) => {
    expect(readSignUpPhone(written)).toBeNull();
  },
);
