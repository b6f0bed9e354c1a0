import { expect, test } from "vitest";
import { readSignUpPhone } from "./sign-up-phone.ts";
import { trialIdentifiers } from "./trial-identifiers.ts";

test("identifies a person by the canonical address, and by the number when there is one", () => {
  const written = trialIdentifiers(" ADA@Example.com ", "+33612345678");
  expect(written).toEqual([
    { kind: "email", value: "ada@example.com" },
    { kind: "phone", value: "+33612345678" },
  ]);
  expect(trialIdentifiers("ada@example.com", null)).toEqual([written[0]]);
});

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
