import { expect, test } from "vitest";
import {
  categoriesFrom,
  countryFrom,
  languageFrom,
  partOfDayAt,
  partOfDayFrom,
  voiceFrom,
} from "./event-fields.ts";

test("reads known choices as they are", () => {
  expect(languageFrom("en")).toBe("en");
  expect(voiceFrom("male")).toBe("male");
  expect(countryFrom("jp")).toBe("jp");
  expect(partOfDayFrom("evening")).toBe("evening");
  expect(categoriesFrom(["sports", "politics"])).toEqual(["sports", "politics"]);
});

test.each(["", "xx", "EN", "constructor"])(
  "uses the default for the unknown choice %j",
  (value) => {
    expect(languageFrom(value)).toBe("fr");
    expect(voiceFrom(value)).toBe("female");
    expect(countryFrom(value)).toBe("fr");
    expect(partOfDayFrom(value)).toBe("morning");
    expect(categoriesFrom([value, "culture"])).toEqual(["culture"]);
  },
);

test.each([
  [0, "morning"],
  [11, "morning"],
  [12, "afternoon"],
  [17, "afternoon"],
  [18, "evening"],
  [23, "evening"],
])("at %i o'clock it is %s", (hour, part) => {
  expect(partOfDayAt(hour)).toBe(part);
});
