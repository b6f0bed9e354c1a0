import { expect, test } from "vitest";
import { readPhone } from "./read-phone.ts";

test.each([
  ["+33 6 12 34 56 78", "fr", "+33612345678"],
  ["0033612345678", "fr", "+33612345678"],
  ["06.12.34.56.78", "fr", "+33612345678"],
  ["33612345678", "fr", "+33612345678"],
  ["07400 123456", "gb", "+447400123456"],
  ["+44 7700 900123", "fr", "+447700900123"],
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
])("%s is no number", (written) => {
  expect(readPhone(written, "fr")).toBeNull();
});

test("an unknown country still reads international numbers", () => {
  expect(readPhone("+33612345678", "zz")).toBe("+33612345678");
});
