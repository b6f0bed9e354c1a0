import { asLocalTime } from "@matinale/contracts";
import { describe, expect, test } from "vitest";
import { dueSlotOf, slotsBetween } from "../../testing/slots.ts";
import { advanceSlot, dueAfterEdit, nextDue, type Schedule } from "./schedule.ts";
import { addDays } from "./slot-instants.ts";

const at = (iso: string) => new Date(iso);
const daily = (zone: string, ...hours: string[]): Schedule => ({
  zone,
  hours: hours.map(asLocalTime),
  weekday: null,
});

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
  ])("%s on %s: %s is one slot, at %s", (zone, date, time, instant) => {
    const around = slotsBetween(
      daily(zone, time),
      at(`${addDays(date, -3)}T00:00:00Z`),
      at(`${addDays(date, 3)}T00:00:00Z`),
    );
    expect(around.filter((slot) => slot.date === date)).toEqual([
      { date, index: 0, at: at(instant) },
    ]);
    expect(new Set(around.map((slot) => slot.date)).size).toBe(around.length);
  });

  test("two slots that a gap moves to the same instant are one digest", () => {
    const slots = slotsBetween(
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

test("without hours nothing is due; an unknown zone is an error", () => {
  expect(nextDue(daily("Europe/Paris"), null, at("2026-11-21T08:00:00Z"))).toBeNull();
  expect(() => nextDue(daily("Mars/Olympus", "08:00"), null, at("2026-11-21T08:00:00Z"))).toThrow(
    RangeError,
  );
});

describe("advanceSlot", () => {
  const paris = daily("Europe/Paris", "08:00");
  const slot = dueSlotOf(paris, null, at("2026-11-20T12:00:00Z"));

  test("delivers the slot ahead of time", () => {
    const plan = advanceSlot(paris, slot, at("2026-11-21T06:45:00Z"));
    expect(plan).toEqual({ deliver: slot, missed: [], last: slot });
  });

  test("delivers a late slot within two hours, then misses it", () => {
    expect(advanceSlot(paris, slot, at("2026-11-21T09:00:00Z")).deliver).toEqual(slot);
    const late = advanceSlot(paris, slot, at("2026-11-21T09:00:01Z"));
    expect(late.deliver).toBeNull();
    expect(late).toMatchObject({ missed: [slot], last: slot });
  });

  test("after a long outage delivers the last slot late and misses the others", () => {
    const plan = advanceSlot(paris, slot, at("2026-11-24T07:30:00Z"));
    expect(plan.deliver?.date).toBe("2026-11-24");
    expect(plan.missed.map((each) => each.date)).toEqual([
      "2026-11-21",
      "2026-11-22",
      "2026-11-23",
    ]);
    expect(plan.last).toEqual(plan.deliver);
  });
});

describe("dueAfterEdit", () => {
  const planned = at("2026-11-21T07:00:00Z");
  const slot = { date: "2026-11-21", index: 0 };
  const now = at("2026-11-21T06:50:00Z");

  test("moves the digest to the new hour", () => {
    expect(dueAfterEdit(daily("Europe/Paris", "09:00"), slot, planned, now)).toEqual(
      at("2026-11-21T08:00:00Z"),
    );
    expect(dueAfterEdit(daily("Europe/London", "08:00"), slot, planned, now)).toEqual(
      at("2026-11-21T08:00:00Z"),
    );
  });

  test("keeps the first instant when the new hour has passed; when both have passed, the digest is due now", () => {
    expect(dueAfterEdit(daily("Europe/Paris", "07:00"), slot, planned, now)).toEqual(planned);
    const later = at("2026-11-21T07:00:01Z");
    expect(dueAfterEdit(daily("Europe/Paris", "07:00"), slot, planned, later)).toEqual(later);
  });
});
