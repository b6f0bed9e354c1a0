import { expect, test } from "vitest";
import { categoriesFrom, countryFrom, languageFrom, voiceFrom } from "./event-fields.ts";

test("reads known choices as they are", () => {
  expect(languageFrom("en")).toBe("en");
  expect(voiceFrom("male")).toBe("male");
  expect(countryFrom("jp")).toBe("jp");
  expect(categoriesFrom(["sports", "politics"])).toEqual(["sports", "politics"]);
});

test.each(["", "xx", "EN", "constructor"])(
  "uses the default for the unknown choice %j",
  (value) => {
    expect(languageFrom(value)).toBe("fr");
    expect(voiceFrom(value)).toBe("female");
    expect(countryFrom(value)).toBe("fr");
    expect(categoriesFrom([value, "culture"])).toEqual(["culture"]);
  },
);
