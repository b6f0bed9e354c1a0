import { asLocalTime, timezones } from "@matinale/contracts";
import { expect, test } from "vitest";
import { type DueSlot, nextDue, type Schedule, advanceSlot } from "./schedule.ts";
import { localTime } from "./slot-instants.ts";

const hours = {
  daily: ["08:00"],
  twice_daily: ["08:00", "18:00"],
  hourly: ["02:30", "08:00", "15:00", "22:00"],
  weekly: ["08:00"],
} as const;
const zones = [...timezones, "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe"];
const cases = zones.flatMap((zone) =>
  Object.entries(hours).map(([frequency, times]) => ({ zone, frequency, times })),
);
const from = new Date("2026-12-30T00:00:00Z");
const to = new Date("2028-01-02T12:00:00Z");

/** Plans every slot of the year a few seconds after its instant, as the planning worker does. */
function yearOfSlots(schedule: Schedule): DueSlot[] {
  const delivered: DueSlot[] = [];
  let next = nextDue(schedule, null, from);
  while (next !== null && next.at < to) {
    const now = new Date(next.at.getTime() + 4_000);
    const plan = advanceSlot(schedule, next, now);
    expect(plan.missed).toEqual([]);
    if (plan.deliver !== null) delivered.push(plan.deliver);
    next = nextDue(schedule, plan.last, now);
  }
  return delivered;
}

test.each(cases)("a year of $frequency digests in $zone", ({ zone, frequency, times }) => {
  const weekday = frequency === "weekly" ? 3 : null;
  const slots = yearOfSlots({ zone, hours: times.map(asLocalTime), weekday });
  const dates = new Set(slots.map(({ date }) => date));
  const inYear = slots.filter(({ date }) => date.startsWith("2027-"));
  expect(inYear).toHaveLength(weekday === null ? 365 * times.length : 52);
  expect(new Set(slots.map(({ date, index }) => `${date}/${index}`)).size).toBe(slots.length);
  expect(slots.every(({ at }, index) => index === 0 || at > (slots[index - 1]?.at ?? at))).toBe(
    true,
  );
  expect(dates.size * times.length).toBeGreaterThanOrEqual(slots.length);
  // Only a time that daylight saving skips is sent at another time.
  const moved = slots.filter(({ at, index }) => localTime(zone, at) !== times[index]);
  expect(moved.length).toBeLessThanOrEqual(1);
});
