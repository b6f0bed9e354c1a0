import { asLocalTime, timezones } from "@matinale/contracts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DueSlot, nextDue, dueAfterEdit, type Schedule, advanceSlot } from "./schedule.ts";
import { addDays, instantOf, weekdayOf } from "./slot-instants.ts";

const at = (iso: string) => new Date(iso);
const daily = (zone: string, ...hours: string[]): Schedule => ({
  zone,
  hours: hours.map(asLocalTime),
  weekday: null,
});
const dueOf = (schedule: Schedule, previous: DueSlot | null, now: Date): DueSlot => {
  const slot = nextDue(schedule, previous, now);
  if (slot === null) throw new Error("no slot");
  return slot;
};
/** Every slot from `from` to `to`, each computed from the one before, as the tick does. */
function run(schedule: Schedule, from: Date, to: Date): DueSlot[] {
  const slots: DueSlot[] = [];
  let slot = nextDue(schedule, null, from);
  while (slot !== null && slot.at <= to) {
    slots.push(slot);
    slot = nextDue(schedule, slot, slot.at);
  }
  return slots;
}

describe("daylight saving", () => {
  test.each([
    ["Europe/Paris", "2027-03-28", "02:30", "2027-03-28T01:30:00Z"],
    ["Europe/Paris", "2027-10-31", "02:30", "2027-10-31T00:30:00Z"],
    ["Europe/London", "2027-10-31", "01:15", "2027-10-31T00:15:00Z"],
    ["America/New_York", "2027-03-14", "02:30", "2027-03-14T07:30:00Z"],
    ["America/New_York", "2027-11-07", "01:30", "2027-11-07T05:30:00Z"],
    ["Africa/Cairo", "2027-04-30", "00:00", "2027-04-29T22:00:00Z"],
    ["Africa/Cairo", "2027-10-28", "23:30", "2027-10-28T20:30:00Z"],
    // Around Ramadan 2026; tzdata 2026c ends Morocco's changes with that year.
    ["Africa/Casablanca", "2026-02-15", "02:30", "2026-02-15T01:30:00Z"],
    ["Africa/Casablanca", "2026-03-22", "02:30", "2026-03-22T02:30:00Z"],
    ["Australia/Sydney", "2027-04-04", "02:30", "2027-04-03T15:30:00Z"],
    ["Australia/Sydney", "2027-10-03", "02:30", "2027-10-02T16:30:00Z"],
  ])("%s on %s at %s is once at %s", (zone, date, time, instant) => {
    const around = run(
      daily(zone, time),
      at(`${addDays(date, -3)}T00:00:00Z`),
      at(`${addDays(date, 3)}T00:00:00Z`),
    );
    expect(around.filter((slot) => slot.date === date)).toEqual([
      { date, index: 0, at: at(instant) },
    ]);
    expect(new Set(around.map((slot) => slot.date)).size).toBe(around.length);
  });

  test.each(["Asia/Tokyo", "Asia/Dubai", "Africa/Tunis", "Africa/Algiers"])(
    "%s never shifts",
    (zone) => {
      const times = run(
        daily(zone, "08:00"),
        at("2027-01-01T00:00:00Z"),
        at("2027-12-31T00:00:00Z"),
      );
      expect(new Set(times.map((slot) => slot.at.toISOString().slice(11))).size).toBe(1);
    },
  );

  test("two slots that a gap moves to one instant are one digest", () => {
    const slots = run(
      daily("Europe/Paris", "02:00", "03:00", "04:00"),
      at("2027-03-27T22:00:00Z"),
      at("2027-03-28T12:00:00Z"),
    );
    expect(slots.map((slot) => slot.at.toISOString())).toEqual([
      "2027-03-28T01:00:00.000Z",
      "2027-03-28T02:00:00.000Z",
    ]);
  });
});

describe("every schedule", () => {
  const zone = fc.constantFrom(...timezones, "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia");
  const hour = fc
    .integer({ min: 0, max: 1439 })
    .map((minute) =>
      asLocalTime(
        `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`,
      ),
    );
  const schedule = fc.record({
    zone,
    hours: fc.uniqueArray(hour, { minLength: 1, maxLength: 4 }).map((hours) => hours.toSorted()),
    weekday: fc.option(fc.integer({ min: 1, max: 7 }), { freq: 3 }),
  });
  const moment = fc.date({ min: at("2026-01-01"), max: at("2028-12-01"), noInvalidDate: true });

  test("instants strictly increase, and no date has a slot twice", () => {
    fc.assert(
      fc.property(schedule, moment, (plan, from) => {
        const slots = run(plan, from, new Date(from.getTime() + 20 * 86_400_000));
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
        for (const slot of run(plan, from, new Date(from.getTime() + 9 * 86_400_000))) {
          expect(slot.at.getTime()).toBe(
            instantOf(plan.zone, slot.date, plan.hours[slot.index] ?? ""),
          );
        }
      }),
    );
  });

  test("the order of edits does not matter", () => {
    fc.assert(
      fc.property(schedule, schedule, moment, (before, after, now) => {
        const previous = nextDue(before, null, new Date(now.getTime() - 86_400_000 * 8));
        const zoneFirst = nextDue({ ...before, zone: after.zone }, previous, now);
        expect(zoneFirst === null || zoneFirst.at > now).toBe(true);
        const viaZone = nextDue(
          { ...before, zone: after.zone, hours: after.hours, weekday: after.weekday },
          previous,
          now,
        );
        const viaHours = nextDue(
          { ...before, hours: after.hours, weekday: after.weekday, zone: after.zone },
          previous,
          now,
        );
        expect(viaZone).toEqual(viaHours);
      }),
    );
  });

  test("whatever the edits between slots, a date's slot is never taken twice and time never runs back", () => {
    fc.assert(
      fc.property(fc.array(schedule, { minLength: 2, maxLength: 8 }), moment, (plans, from) => {
        const seen = new Set<string>();
        let previous: DueSlot | null = null;
        let now = from;
        for (const plan of plans) {
          const slot: DueSlot = dueOf(plan, previous, now);
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
          const slot: DueSlot = dueOf(schedule, previous, new Date(since + afterMs));
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

test.each([
  ["Pacific/Kiritimati", "Pacific/Honolulu"],
  ["Pacific/Honolulu", "Pacific/Kiritimati"],
  ["Asia/Tokyo", "America/Los_Angeles"],
  ["America/Los_Angeles", "Australia/Sydney"],
])("a daily reader from %s to %s crosses the date line without a date twice", (from, to) => {
  for (const time of ["00:05", "08:00", "20:00", "23:55"]) {
    const start = at("2026-11-21T12:00:00Z");
    const before = run(daily(from, time), start, at("2026-11-24T12:00:00Z"));
    let slot: DueSlot | null = before.at(-1) ?? null;
    const dates = before.map(({ date }) => date);
    for (let day = 0; day < 3; day += 1) {
      slot = dueOf(daily(to, time), slot, slot?.at ?? start);
      dates.push(slot.date);
    }
    expect(new Set(dates).size).toBe(dates.length);
    expect(dates.toSorted()).toEqual(dates);
  }
});

describe("frequencies", () => {
  test("weekly is sent on its weekday only", () => {
    const slots = run(
      { ...daily("Europe/Paris", "08:00"), weekday: 3 },
      at("2026-11-21T00:00:00Z"),
      at("2026-12-20T00:00:00Z"),
    );
    expect(slots.map((slot) => slot.date)).toEqual([
      "2026-11-25",
      "2026-12-02",
      "2026-12-09",
      "2026-12-16",
    ]);
  });

  test("several hours a day are slots of their own", () => {
    const slots = run(
      daily("Europe/Paris", "08:00", "18:00"),
      at("2026-11-21T08:00:00Z"),
      at("2026-11-22T20:00:00Z"),
    );
    expect(slots.map((slot) => `${slot.date} ${slot.index}`)).toEqual([
      "2026-11-21 1",
      "2026-11-22 0",
      "2026-11-22 1",
    ]);
  });

  test("without hours nothing is due, an unknown zone is an error", () => {
    expect(nextDue(daily("Europe/Paris"), null, at("2026-11-21T08:00:00Z"))).toBeNull();
    expect(() => nextDue(daily("Mars/Olympus", "08:00"), null, at("2026-11-21T08:00:00Z"))).toThrow(
      RangeError,
    );
  });

  test("moving east to west does not repeat a date that was served", () => {
    const served = dueOf(daily("Asia/Tokyo", "08:00"), null, at("2026-11-21T12:00:00Z"));
    expect(served.at).toEqual(at("2026-11-21T23:00:00Z"));
    expect(dueOf(daily("Europe/Paris", "08:00"), served, at("2026-11-21T23:30:00Z")).date).toBe(
      "2026-11-23",
    );
  });
});

describe("a slot whose time has come", () => {
  const paris = daily("Europe/Paris", "08:00");
  const slot = dueOf(paris, null, at("2026-11-20T12:00:00Z"));

  test("is prepared ahead and followed by the next day's", () => {
    const plan = advanceSlot(paris, slot, at("2026-11-21T06:45:00Z"));
    expect(plan).toEqual({
      deliver: slot,
      missed: [],
      last: slot,
      next: dueOf(paris, slot, slot.at),
    });
  });

  test("is made up for within two hours", () => {
    expect(advanceSlot(paris, slot, at("2026-11-21T09:00:00Z")).deliver).toEqual(slot);
    const late = advanceSlot(paris, slot, at("2026-11-21T09:00:01Z"));
    expect(late.deliver).toBeNull();
    expect(late.missed).toEqual([slot]);
    expect(late.next?.date).toBe("2026-11-22");
  });

  test("comes once after a long pause: the last is late, the others are missed", () => {
    const plan = advanceSlot(paris, slot, at("2026-11-24T07:30:00Z"));
    expect(plan.deliver?.date).toBe("2026-11-24");
    expect(plan.missed.map((each) => each.date)).toEqual([
      "2026-11-21",
      "2026-11-22",
      "2026-11-23",
    ]);
    expect(plan.next?.date).toBe("2026-11-25");
  });
});

describe("a change of hour after the digest was planned", () => {
  const planned = at("2026-11-21T07:00:00Z");
  const slot = { date: "2026-11-21", index: 0 };
  const now = at("2026-11-21T06:50:00Z");

  test("moves it to the new hour", () => {
    expect(dueAfterEdit(daily("Europe/Paris", "09:00"), slot, planned, now)).toEqual(
      at("2026-11-21T08:00:00Z"),
    );
    expect(dueAfterEdit(daily("Europe/London", "08:00"), slot, planned, now)).toEqual(
      at("2026-11-21T08:00:00Z"),
    );
  });

  test("leaves it where it was when the new hour has passed, or sends it now when both have", () => {
    expect(dueAfterEdit(daily("Europe/Paris", "07:00"), slot, planned, now)).toEqual(planned);
    const later = at("2026-11-21T07:00:01Z");
    expect(dueAfterEdit(daily("Europe/Paris", "07:00"), slot, planned, later)).toEqual(later);
  });
});
