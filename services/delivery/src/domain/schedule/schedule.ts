import type { LocalTime } from "@matinale/contracts";
import { addDays, instantOf, localDate, weekdayOf } from "./slot-instants.ts";

export interface Schedule {
  /** IANA zone. */
  zone: string;
  /** Local times of one day's editions, ascending. */
  hours: readonly LocalTime[];
  /** ISO weekday of weekly editions; null when every day has its editions. */
  weekday: number | null;
}

/**
 * One edition of a day, by its position and not by its hour: a subscriber who changes the hour keeps the
 * slot, so no change of hour or zone can lead to two digests.
 */
export interface Slot {
  /** Local calendar date, "YYYY-MM-DD". */
  date: string;
  index: number;
}

export interface DueSlot extends Slot {
  at: Date;
}

/** Digests are requested from content this long before they are due. Milliseconds. */
export const aheadMs = 15 * 60_000;

/** A digest may be sent this late. Milliseconds. */
export const catchUpMs = 2 * 3_600_000;

/** Longest distance to a weekly slot, plus a week for a date that the zone skips. */
const horizonDays = 16;
/** Most missed slots to record after a long outage. */
const maxMissed = 31;

/** The instant of a slot, or null when the schedule has no such slot on that date. */
function slotInstant(schedule: Schedule, slot: Slot): Date | null {
  const time = schedule.hours[slot.index];
  if (time === undefined || !runsOn(schedule, slot.date)) return null;
  return new Date(instantOf(schedule.zone, slot.date, time));
}

const runsOn = (schedule: Schedule, date: string) =>
  schedule.weekday === null || weekdayOf(date) === schedule.weekday;

const laterDate = (one: string, other: string) => (one > other ? one : other);

/**
 * The next instant at which this subscriber's digest is due.
 *
 * Wall-clock time in the subscriber's zone, so it moves with daylight saving: a time that a spring change skips is later
 * by the length of the gap, one that an autumn change repeats is sent once. Two slots that a gap moves to the same
 * instant, or across each other, are one digest.
 *
 * @param schedule  zone, local times, weekday
 * @param previous  the last planned slot, or null for a new subscriber
 * @param now       the result is always later
 * @returns         the slot and its UTC instant; null when there are no hours
 * @throws RangeError  when the zone is unknown
 */
export function nextDue(schedule: Schedule, previous: DueSlot | null, now: Date): DueSlot | null {
  // A gap can move a late slot past midnight: yesterday's slot may still be in the future.
  const yesterday = addDays(localDate(schedule.zone, now), -1);
  const first = previous === null ? yesterday : laterDate(previous.date, yesterday);
  const after = Math.max(now.getTime(), previous?.at.getTime() ?? 0);
  for (let day = 0; day < horizonDays; day += 1) {
    const date = addDays(first, day);
    if (!runsOn(schedule, date)) continue;
    const last = previous !== null && date === previous.date ? previous.index : -1;
    for (const [index, time] of schedule.hours.entries()) {
      if (index <= last) continue;
      const at = instantOf(schedule.zone, date, time);
      if (at > after) return { date, index, at: new Date(at) };
    }
  }
  return null;
}

/**
 * Plans a slot that is due, or was due during an outage. Of several passed slots only the last is delivered
 * late, within two hours; the others are missed.
 *
 * @returns the slot to deliver, late when its instant has passed; the missed slots, oldest first; and the last slot that
 *   this plan covers
 */
export function advanceSlot(
  schedule: Schedule,
  due: DueSlot,
  now: Date,
): { deliver: DueSlot | null; missed: DueSlot[]; last: DueSlot } {
  const passed = [due];
  let last = due;
  for (;;) {
    const following = nextDue(schedule, last, last.at);
    if (following === null || following.at > now) break;
    passed.push(following);
    last = following;
  }
  const inTime = now.getTime() - last.at.getTime() <= catchUpMs;
  return {
    deliver: inTime ? last : null,
    missed: passed.slice(0, inTime ? -1 : undefined).slice(-maxMissed),
    last,
  };
}

/**
 * The new due instant of a planned delivery after its subscriber has changed the hour or the zone. If the new
 * time has passed, or the slot no longer exists, the digest keeps its first time, so that the edition of the
 * day is not lost.
 *
 * @param plannedFor  the first due instant of the delivery
 */
export function dueAfterEdit(schedule: Schedule, slot: Slot, plannedFor: Date, now: Date): Date {
  const at = slotInstant(schedule, slot);
  if (at !== null && at > now) return at;
  return plannedFor > now ? plannedFor : now;
}
