import { expect, test } from "vitest";
import { readSignUpPhone } from "./sign-up-phone.ts";
import { recognisedUntil, trialIdentifiers } from "./trial-identifiers.ts";

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

test.each([
  ["2026-11-22T10:00:00Z", "2027-12-22T10:00:00Z"],
  ["2026-01-31T10:00:00Z", "2027-02-28T10:00:00Z"],
])("recognises an account that was deleted on %s until %s", (ended, until) => {
  expect(recognisedUntil(new Date(ended))).toEqual(new Date(until));
});
