import { timezones } from "@matinale/contracts";
import { preferencesPatch } from "@matinale/contracts/api";
import { expect, test } from "vitest";
import { knownZone } from "./choices.ts";

test("accepts a patch with one value, and refuses an empty one", () => {
  expect(preferencesPatch.parse({ country: "ma" })).toEqual({ country: "ma" });
  expect(preferencesPatch.safeParse({}).success).toBe(false);
});

test("accepts both spellings of twice a day and stores one", () => {
  for (const spelling of ["twice_daily", "twiceDaily"]) {
    expect(preferencesPatch.parse({ deliveryFrequency: spelling })).toEqual({
      deliveryFrequency: "twice_daily",
    });
  }
});

test.each([
  ["language", "de"],
  ["language", "FR"],
  ["country", "xx"],
  ["country", ""],
  ["deliveryTime", "24:00"],
  ["deliveryTime", "8:00"],
  ["deliveryTime", "08:00:00"],
  ["deliveryTime", "08:00\n"],
  ["deliveryTime", ""],
  ["deliveryFrequency", "monthly"],
  ["deliveryFrequency", ["daily"]],
  ["language", { $ne: null }],
  ["timezone", { $gt: "" }],
  ["country", null],
  ["deliveryTime", 800],
  ["trialEndsAt", "2030-01-01"],
  ["version", 7],
  ["_id", "someone"],
])("refuses %s: %j", (key, value) => {
  expect(preferencesPatch.safeParse({ [key]: value }).success).toBe(false);
});

test.each(['{"__proto__":{"language":"en"}}', '{"constructor":{"prototype":{}}}'])(
  "refuses a prototype key as an unknown key: %s",
  (json) => {
    expect(preferencesPatch.safeParse(JSON.parse(json)).success).toBe(false);
  },
);

test.each([...timezones, "UTC", "Europe/Kyiv", "Asia/Kolkata", "America/Argentina/Buenos_Aires"])(
  "keeps the zone %s as it is",
  (zone) => {
    expect(knownZone(zone)).toBe(zone);
  },
);

test.each([
  ["europe/PARIS", "Europe/Paris"],
  ["asia/kolkata", "Asia/Kolkata"],
  ["utc", "UTC"],
])("corrects the case of the zone %s", (name, known) => {
  expect(knownZone(name)).toBe(known);
});

test.each(["Mars/Olympus", "+02:00", "", "2026-01-01T00:00Z", "Europe/Paris[x]", "__proto__"])(
  "does not accept %j as a zone",
  (name) => {
    expect(knownZone(name)).toBeUndefined();
  },
);

test.each(["PST", "IST", "JST", "CST", "AET", "VST", "pst"])(
  "refuses the zone %s, although Intl knows it",
  (name) => {
    expect(() => new Intl.DateTimeFormat("en", { timeZone: name })).not.toThrow();
    expect(knownZone(name)).toBeUndefined();
  },
);
