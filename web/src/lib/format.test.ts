import { expect, test } from "vitest";
import { euros } from "./plan.ts";
import {
  clockTime,
  dateAndTime,
  dayName,
  knownZone,
  longDate,
  minutes,
  phoneGroups,
  plainText,
  snippet,
  timeInSentence,
} from "./format.ts";

test("shows 50 characters of a message, and an ellipsis after the 50th of 51", () => {
  expect(snippet("a".repeat(50))).toBe("a".repeat(50));
  expect(snippet("a".repeat(51))).toBe(`${"a".repeat(50)}…`);
});

test("removes WhatsApp's formatting marks and line breaks", () => {
  expect(plainText("*Matinale · Votre édition*\n\n*POLITIQUE*\n_Le vote_ est ~reporté~ fixé")).toBe(
    "Matinale · Votre édition POLITIQUE Le vote est reporté fixé",
  );
});

test.each(["2 * 3 * 4", "snake_case_name", "a*b*c", "* rien *"])(
  "« %s » contains no formatting marks",
  (text) => {
    expect(plainText(text)).toBe(text);
  },
);

test("an emoji counts as one character and is never cut", () => {
  const family = "👨‍👩‍👧";
  expect(snippet(family.repeat(51))).toBe(`${family.repeat(50)}…`);
});

test.each([
  [0, "fr", "aujourd’hui"],
  [1, "fr", "hier"],
  [3, "fr", "mercredi 18 novembre"],
  [1, "en", "yesterday"],
  [9, "en", "Thursday 12 November"],
  [374, "fr", "mercredi 12 novembre 2025"],
] as const)("%i days ago in %s reads « %s »", (days, language, name) => {
  const now = new Date(2026, 10, 21, 9);
  expect(dayName(new Date(2026, 10, 21 - days, 18, 30), now, language)).toBe(name);
});

test("late last evening is yesterday, even less than 24 h ago", () => {
  expect(dayName(new Date(2026, 10, 20, 23), new Date(2026, 10, 21, 1), "fr")).toBe("hier");
});

test("times and names of days follow the time zone", () => {
  const at = new Date("2026-11-20T23:30:00Z");
  const now = new Date("2026-11-21T09:00:00Z");
  expect(clockTime(at, "fr", "Europe/Paris")).toBe("00:30");
  expect(dayName(at, now, "fr", "Europe/Paris")).toBe("aujourd’hui");
  expect(dayName(at, now, "fr", "America/New_York")).toBe("hier");
  expect(dateAndTime(at, "fr", "Asia/Tokyo")).toBe("21 novembre 2026 à 8\u00a0h\u00a030");
  expect(dateAndTime(at, "en", "America/New_York")).toBe("20 November 2026 at 18:30");
});

test("the first day of a month is « 1er » in French, and no other day is", () => {
  const now = new Date("2026-12-10T09:00:00Z");
  const first = new Date("2026-12-01T09:01:00Z");
  expect(longDate(first, "fr")).toBe("1er décembre 2026");
  expect(longDate(first, "en")).toBe("1 December 2026");
  expect(dayName(first, now, "fr")).toBe("mardi 1er décembre");
  expect(dateAndTime(first, "fr", "UTC")).toBe("1er décembre 2026 à 9\u00a0h\u00a001");
  for (const day of ["11", "21", "31"]) {
    expect(longDate(new Date(`2026-12-${day}T09:00:00Z`), "fr")).toBe(`${day} décembre 2026`);
  }
});

test("a time zone that the browser does not know is left out", () => {
  expect(knownZone("Europe/Paris")).toBe("Europe/Paris");
  expect(knownZone("Mars/Olympus")).toBeUndefined();
  expect(knownZone("")).toBeUndefined();
  expect(knownZone(undefined)).toBeUndefined();
});

test("a time inside a French sentence has no-break spaces around « h »", () => {
  expect(timeInSentence(new Date(2026, 10, 21, 8, 30), "fr")).toBe("8\u00a0h\u00a030");
  expect(timeInSentence(new Date(2026, 10, 21, 14, 5), "fr")).toBe("14\u00a0h\u00a005");
  expect(timeInSentence(new Date(2026, 10, 21, 7), "fr")).toBe("7\u00a0h");
  expect(timeInSentence(new Date(2026, 10, 21, 8, 30), "en")).toBe("08:30");
});

test("prices follow the language and keep two decimals", () => {
  for (const [language, locale] of [
    ["fr", "fr-FR"],
    ["en", "en-GB"],
  ] as const) {
    const platform = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });
    for (const cents of [0, 5, 499, 999, 1000, 99_999]) {
      expect(euros(cents, language)).toBe(platform.format(cents / 100));
    }
  }
});

test("groups a French number in pairs and leaves other numbers unchanged", () => {
  const groups = (phone: string) => phoneGroups(phone).map(({ digits }) => digits);
  expect(groups("+33639981234")).toEqual(["+33", "6", "39", "98", "12", "34"]);
  expect(groups("+15550100")).toEqual(["+15550100"]);
});

test("formats milliseconds as minutes and seconds", () => {
  expect([0, 8_400, 92_000].map(minutes)).toEqual(["0:00", "0:08", "1:32"]);
});
