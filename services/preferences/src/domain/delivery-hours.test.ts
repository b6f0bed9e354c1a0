import { asLocalTime, frequencies } from "@matinale/contracts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { deliveryHours } from "./delivery-hours.ts";

const hours = (time: string, frequency: (typeof frequencies)[number], editionsPerDay: number) =>
  deliveryHours({ time: asLocalTime(time), frequency, editionsPerDay });

test.each(["daily", "weekly"] as const)("a %s digest comes at the chosen hour", (frequency) => {
  expect(hours("08:00", frequency, 4)).toEqual(["08:00"]);
});

test("a second daily digest comes ten hours after the first", () => {
  expect(hours("08:15", "twice_daily", 2)).toEqual(["08:15", "18:15"]);
});

test("a second daily digest past midnight is an early one", () => {
  expect(hours("20:00", "twice_daily", 2)).toEqual(["20:00", "06:00"]);
  expect(hours("14:00", "twice_daily", 2)).toEqual(["14:00", "00:00"]);
});

test("a plan with one edition a day keeps the chosen hour", () => {
  expect(hours("08:00", "twice_daily", 1)).toEqual(["08:00"]);
  expect(hours("08:00", "hourly", 1)).toEqual(["08:00"]);
});

test("hourly digests end at 22:00", () => {
  expect(hours("19:00", "hourly", 24)).toEqual(["19:00", "20:00", "21:00", "22:00"]);
  expect(hours("19:30", "hourly", 24)).toEqual(["19:30", "20:30", "21:30"]);
});

test("hourly digests are spread evenly over the day when the plan has fewer", () => {
  expect(hours("08:00", "hourly", 2)).toEqual(["08:00", "22:00"]);
  expect(hours("08:00", "hourly", 4)).toEqual(["08:00", "13:00", "17:00", "22:00"]);
  expect(hours("20:00", "hourly", 4)).toEqual(["20:00", "21:00", "22:00"]);
});

test.each(["22:00", "22:30", "23:59"])("an hourly digest chosen at %s stands alone", (time) => {
  expect(hours(time, "hourly", 4)).toEqual([time]);
});

test("without a plan the chosen hour is still shown", () => {
  expect(hours("08:00", "hourly", 0)).toEqual(["08:00"]);
});

test("whatever is chosen: the chosen hour first, no hour twice, never more than the plan", () => {
  const anyTime = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => asLocalTime(parts.map((part) => String(part).padStart(2, "0")).join(":")));
  fc.assert(
    fc.property(
      anyTime,
      fc.constantFrom(...frequencies),
      fc.integer({ min: 1, max: 30 }),
      (time, frequency, editionsPerDay) => {
        const answer = deliveryHours({ time, frequency, editionsPerDay });
        expect(answer[0]).toBe(time);
        expect(new Set(answer).size).toBe(answer.length);
        expect(answer.length).toBeLessThanOrEqual(editionsPerDay);
      },
    ),
  );
});
