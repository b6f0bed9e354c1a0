import { expect, test } from "vitest";
import { zoneRulesOf } from "./zone-rules.ts";

const changesOf = (zone: string) => zoneRulesOf(zone).changes;

test("names the release of the time zone data", () => {
  expect(zoneRulesOf("Europe/Paris").release).toMatch(/^20\d\d[a-z]$/);
});

test("distinguishes zones with different rules, and not those with the same", () => {
  expect(changesOf("Europe/Paris")).toBe(changesOf("Europe/Berlin"));
  expect(changesOf("Europe/Paris")).not.toBe(changesOf("Europe/London"));
  // the same offset today, without summer time
  expect(changesOf("Asia/Dubai")).toBe(changesOf("Etc/GMT-4"));
  expect(changesOf("Africa/Lagos")).not.toBe(changesOf("Europe/Paris"));
});

test("refuses an unknown zone", () => {
  expect(() => changesOf("Mars/Phobos")).toThrow(RangeError);
});
