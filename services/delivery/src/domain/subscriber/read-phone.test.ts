import { expect, test } from "vitest";
import { readPhone } from "./read-phone.ts";

test.each([
  ["+33 6 12 34 56 78", "fr", "+33612345678"],
  ["0033612345678", "fr", "+33612345678"],
  ["06.12.34.56.78", "fr", "+33612345678"],
  ["33612345678", "fr", "+33612345678"],
  ["07400 123456", "gb", "+447400123456"],
  ["+44 7400 123456", "fr", "+447400123456"],
  ["0033612345678", "us", "+33612345678"],
  ["(202) 555-0123", "us", "+12025550123"],
  ["+212 612-345678", "fr", "+212612345678"],
])("reads %s in %s as %s", (written, country, phone) => {
  expect(readPhone(written, country)).toBe(phone);
});

test.each([
  "",
  "06123",
  "061234567",
  "0000000000",
  "appelez-moi",
  "call 0612345678",
  "+33 6 12",
  "+999123456789",
  "+33612345678;ext=5",
  "06 12 34 56 78 poste 5",
  "+33000000000",
  "00 33 0 00 00 00 00",
  "+33 0 00 00 00 00",
  "+39 000 000 000",
  "+44 0000 000000",
])("rejects %s", (written) => {
  expect(readPhone(written, "fr")).toBeNull();
  expect(readPhone(written, "fr", "possible")).toBeNull();
});

// Ranges that France and the United Kingdom reserve for films, or have not assigned.
test.each([
  ["+33639981234", "fr", "+33639981234"],
  ["06 39 98 12 34", "fr", "+33639981234"],
  ["+33700000000", "fr", "+33700000000"],
  ["+33712345678", "gb", "+33712345678"],
  ["+447700900123", "fr", "+447700900123"],
])("accepts %s in development only: its range is not assigned", (written, country, phone) => {
  expect(readPhone(written, country)).toBeNull();
  expect(readPhone(written, country, "possible")).toBe(phone);
});

test("accepts every French mobile number in development", () => {
  for (let number = 60_000_000; number < 80_000_000; number += 9_973) {
    const phone = `+33${number}0`;
    expect(readPhone(phone, "fr", "possible")).toBe(phone);
  }
});

test("reads international numbers when the country is unknown", () => {
  expect(readPhone("+33612345678", "zz")).toBe("+33612345678");
});
