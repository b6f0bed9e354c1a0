import { asLocalTime, timezones } from "@matinale/contracts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyHour, dueSlotOf, slotsBetween } from "../../testing/slots.ts";
import type { DueSlot, Schedule } from "./schedule.ts";
import { instantOf, weekdayOf } from "./slot-instants.ts";

const at = (iso: string) => new Date(iso);

describe("every schedule", () => {
  const zone = fc.constantFrom(
    ...timezones,
    "Asia/Kathmandu",
    "America/St_Johns",
    "Pacific/Apia",
    "Pacific/Honolulu",
    "Pacific/Kiritimati",
  );
  const schedule = fc.record({
    zone,
    hours: fc.uniqueArray(anyHour, { minLength: 1, maxLength: 4 }).map((hours) => hours.toSorted()),
    weekday: fc.option(fc.integer({ min: 1, max: 7 }), { freq: 3 }),
  });
  const moment = fc.date({ min: at("2026-01-01"), max: at("2028-12-01"), noInvalidDate: true });

  test("instants strictly increase, and no date has a slot twice", () => {
    fc.assert(
      fc.property(schedule, moment, (plan, from) => {
        const slots = slotsBetween(plan, from, new Date(from.getTime() + 20 * 86_400_000));
        for (const [position, slot] of slots.entries()) {
          const before = slots[position - 1]?.at ?? from;
          expect(slot.at.getTime()).toBeGreaterThan(before.getTime());
        }
        expect(new Set(slots.map((slot) => `${slot.date}/${slot.index}`)).size).toBe(slots.length);
      }),
      { numRuns: 300 },
    );
  });

  test("a day without a change of offset has all its slots at their wall-clock time", () => {
    fc.assert(
      fc.property(schedule, moment, (plan, from) => {
        for (const slot of slotsBetween(plan, from, new Date(from.getTime() + 9 * 86_400_000))) {
          expect(slot.at.getTime()).toBe(
            instantOf(plan.zone, slot.date, plan.hours[slot.index] ?? ""),
          );
        }
      }),
    );
  });

  test("changes between slots never repeat a slot, and each slot is later than the one before", () => {
    fc.assert(
      fc.property(fc.array(schedule, { minLength: 2, maxLength: 8 }), moment, (plans, from) => {
        const seen = new Set<string>();
        let previous: DueSlot | null = null;
        let now = from;
        for (const plan of plans) {
          const slot: DueSlot = dueSlotOf(plan, previous, now);
          expect(seen.has(`${slot.date}/${slot.index}`)).toBe(false);
          expect(slot.at.getTime()).toBeGreaterThan(previous?.at.getTime() ?? 0);
          seen.add(`${slot.date}/${slot.index}`);
          now = slot.at;
          previous = slot;
        }
      }),
    );
  });
});

describe("a weekly reader who moves", () => {
  const zone = fc.constantFrom(...timezones, "Pacific/Kiritimati", "Pacific/Honolulu");
  const hour = fc.constantFrom("00:05", "08:00", "13:00", "23:55").map(asLocalTime);
  const place = fc.record({ zone, hour, afterMs: fc.integer({ min: 0, max: 8 * 86_400_000 }) });

  test("gets one edition a week, on the same weekday", () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 8 }), (places) => {
        let previous: DueSlot | null = null;
        const days: number[] = [];
        for (const { zone: there, hour: time, afterMs } of places) {
          const schedule: Schedule = { zone: there, hours: [time], weekday: 3 };
          const since: number = previous?.at.getTime() ?? Date.parse("2026-11-21T08:00:00Z");
          const slot: DueSlot = dueSlotOf(schedule, previous, new Date(since + afterMs));
          days.push(Date.parse(slot.date) / 86_400_000);
          previous = slot;
        }
        const [first = 0] = days;
        const weeks = days.map((day) => (day - first) / 7);
        expect(weekdayOf(new Date(first * 86_400_000).toISOString().slice(0, 10))).toBe(3);
        expect(weeks.every(Number.isInteger)).toBe(true);
        expect(new Set(weeks).size).toBe(weeks.length);
      }),
    );
  });
});
