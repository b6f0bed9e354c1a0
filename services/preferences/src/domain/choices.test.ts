import { timezones } from "@matinale/contracts";
import { expect, test } from "vitest";
import { choicesPatch, knownZone } from "./choices.ts";

test("a patch may carry one value alone, or none", () => {
  expect(choicesPatch.parse({ country: "ma" })).toEqual({ country: "ma" });
  expect(choicesPatch.parse({})).toEqual({});
});

test("both spellings of twice a day are taken, one is kept", () => {
  for (const spelling of ["twice_daily", "twiceDaily"]) {
    expect(choicesPatch.parse({ deliveryFrequency: spelling })).toEqual({
      deliveryFrequency: "twice_daily",
    });
  }
});

test.each([
  ["language", "de"],
  ["language", "FR"],
  ["country", "xx"],
  ["country", ""],
  ["timezone", "Mars/Olympus"],
  ["timezone", "+02:00"],
  ["timezone", ""],
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
])("%s: %j is refused", (key, value) => {
  expect(choicesPatch.safeParse({ [key]: value }).success).toBe(false);
});

test.each(['{"__proto__":{"language":"en"}}', '{"constructor":{"prototype":{}}}'])(
  "a prototype key is an unknown key: %s",
  (hostile) => {
    expect(choicesPatch.safeParse(JSON.parse(hostile)).success).toBe(false);
  },
);

test.each([...timezones, "UTC", "Europe/Kyiv", "Asia/Kolkata", "America/Argentina/Buenos_Aires"])(
  "%s is kept as it was given",
  (zone) => {
    expect(knownZone(zone)).toBe(zone);
  },
);

test("the case of a zone is mended", () => {
  expect(knownZone("europe/PARIS")).toBe("Europe/Paris");
});
