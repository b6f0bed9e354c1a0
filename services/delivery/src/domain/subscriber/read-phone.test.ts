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
])("%s in %s is %s", (written, country, phone) => {
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
])("%s is no number", (written) => {
  expect(readPhone(written, "fr")).toBeNull();
  expect(readPhone(written, "fr", "possible")).toBeNull();
});

// ranges that France and the United Kingdom keep for films, or have assigned to nobody
test.each([
  ["+33639981234", "fr", "+33639981234"],
  ["06 39 98 12 34", "fr", "+33639981234"],
  ["+33700000000", "fr", "+33700000000"],
  ["+33712345678", "gb", "+33712345678"],
  ["+447700900123", "fr", "+447700900123"],
])("%s is of no assigned range, and accepted in development", (written, country, phone) => {
  expect(readPhone(written, country)).toBeNull();
  expect(readPhone(written, country, "possible")).toBe(phone);
});

test("every French mobile number is accepted in development", () => {
  for (let number = 60_000_000; number < 80_000_000; number += 9_973) {
    const phone = `+33${number}0`;
    expect(readPhone(phone, "fr", "possible")).toBe(phone);
  }
});

test("an unknown country still reads international numbers", () => {
  expect(readPhone("+33612345678", "zz")).toBe("+33612345678");
});
