import { asLocalTime, frequencies } from "@matinale/contracts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { deliveryHours } from "./delivery-hours.ts";

const hours = (time: string, frequency: (typeof frequencies)[number], editionsPerDay: number) =>
  deliveryHours({ time: asLocalTime(time), frequency, editionsPerDay });

test.each(["daily", "weekly"] as const)("plans a %s digest at the chosen hour", (frequency) => {
  expect(hours("08:00", frequency, 4)).toEqual(["08:00"]);
});

test("plans the second daily digest ten hours after the first", () => {
  expect(hours("08:15", "twice_daily", 2)).toEqual(["08:15", "18:15"]);
});

test("plans the second daily digest early in the day when ten hours later is after midnight", () => {
  expect(hours("20:00", "twice_daily", 2)).toEqual(["20:00", "06:00"]);
  expect(hours("14:00", "twice_daily", 2)).toEqual(["14:00", "00:00"]);
});

test("keeps only the chosen hour for a plan with one edition a day", () => {
  expect(hours("08:00", "twice_daily", 1)).toEqual(["08:00"]);
  expect(hours("08:00", "hourly", 1)).toEqual(["08:00"]);
});

test("plans hourly digests until 22:00", () => {
  expect(hours("19:00", "hourly", 24)).toEqual(["19:00", "20:00", "21:00", "22:00"]);
  expect(hours("19:30", "hourly", 24)).toEqual(["19:30", "20:30", "21:30"]);
});

test("spreads hourly digests evenly over the day when the plan allows fewer", () => {
  expect(hours("08:00", "hourly", 2)).toEqual(["08:00", "22:00"]);
  expect(hours("08:00", "hourly", 4)).toEqual(["08:00", "13:00", "17:00", "22:00"]);
  expect(hours("20:00", "hourly", 4)).toEqual(["20:00", "21:00", "22:00"]);
});

test.each(["22:00", "22:30", "23:59"])(
  "plans one digest when hourly digests start at %s",
  (time) => {
    expect(hours(time, "hourly", 4)).toEqual([time]);
  },
);

test("still shows the chosen hour without a plan", () => {
  expect(hours("08:00", "hourly", 0)).toEqual(["08:00"]);
});

test("starts with the chosen hour, repeats none and stays within the plan, for every choice", () => {
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
