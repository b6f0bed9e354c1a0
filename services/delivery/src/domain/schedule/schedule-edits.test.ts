import { asLocalTime, timezones } from "@matinale/contracts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DueSlot, nextDue, dueAfterEdit, type Schedule, advanceSlot } from "./schedule.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const aheadMs = 15 * minuteMs;

interface Edit {
  at: number;
  schedule: Schedule;
  /** Comes before the tick or the call of the same millisecond. */
  first: boolean;
}
interface Planned {
  slot: DueSlot;
  plannedFor: Date;
  dueAt: number;
}

const dueOf = (schedule: Schedule, previous: DueSlot | null, now: Date): DueSlot => {
  const slot = nextDue(schedule, previous, now);
  if (slot === null) throw new Error("no slot");
  return slot;
};
const keyOf = ({ date, index }: DueSlot) => `${date}/${index}`;

/**
 * The tick, the sender and the edits of one subscriber on one clock, each doing what its job does. After
 * each digest `editsOf` is asked what is edited around the next one.
 */
function live(start: Schedule, from: number, days: number, editsOf: (slot: number) => Edit[]) {
  let schedule = start;
  let last: DueSlot | null = null;
  let next = dueOf(schedule, null, new Date(from));
  let planned: Planned[] = [];
  let edits = editsOf(next.at.getTime());
  const sent: { key: string; date: string; at: number }[] = [];
  const missed: string[] = [];
  const taken: string[] = [];
  const steps = {
    tick: (now: Date) => {
      const plan = advanceSlot(schedule, next, now);
      missed.push(...plan.missed.map(keyOf));
      if (plan.deliver !== null) {
        taken.push(keyOf(plan.deliver));
        const { at } = plan.deliver;
        planned.push({ slot: plan.deliver, plannedFor: at, dueAt: at.getTime() });
      }
      last = plan.last;
      next = dueOf(schedule, last, last.at > now ? last.at : now);
    },
    send: (now: Date) => {
      const due = planned.find(({ dueAt }) => dueAt <= now.getTime());
      if (due === undefined) throw new Error("nothing is due");
      planned = planned.filter((one) => one !== due);
      sent.push({ key: keyOf(due.slot), date: due.slot.date, at: now.getTime() });
      if (edits.length === 0) {
        edits = editsOf(Math.min(next.at.getTime(), ...planned.map(({ dueAt }) => dueAt)));
      }
    },
    edit: (now: Date) => {
      const [edit, ...rest] = edits.toSorted((one, other) => one.at - other.at);
      if (edit === undefined) throw new Error("nothing to edit");
      edits = rest;
      schedule = edit.schedule;
      const waiting = planned.find(({ slot }) => last !== null && keyOf(slot) === keyOf(last));
      if (last !== null && waiting !== undefined && last.at > now) {
        const dueAt = dueAfterEdit(schedule, last, waiting.plannedFor, now);
        waiting.dueAt = dueAt.getTime();
        last = { ...last, at: dueAt };
      }
      next = dueOf(schedule, last, now);
    },
  };
  for (let now = from; ;) {
    const [edit] = edits.toSorted((one, other) => one.at - other.at);
    const coming = [
      { step: "tick" as const, at: next.at.getTime() - aheadMs, order: 1 },
      ...planned.map(({ dueAt }) => ({ step: "send" as const, at: dueAt, order: 2 })),
      ...(edit === undefined
        ? []
        : [{ step: "edit" as const, at: edit.at, order: edit.first ? 0 : 3 }]),
    ].map((one) => ({ ...one, at: Math.max(one.at, now) }));
    const [soonest] = coming.toSorted((one, other) => one.at - other.at || one.order - other.order);
    if (soonest === undefined || soonest.at > from + days * dayMs) return { sent, missed, taken };
    now = soonest.at;
    steps[soonest.step](new Date(now));
  }
}

const hour = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) =>
    asLocalTime(
      `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`,
    ),
  );
const zone = fc.constantFrom(...timezones, "America/St_Johns", "Pacific/Kiritimati");
const moment = fc
  .date({ min: new Date("2026-01-01"), max: new Date("2028-06-01"), noInvalidDate: true })
  .map((date) => date.getTime());
/** Around a slot, above all at its very instant. */
const offset = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -minuteMs, max: minuteMs }),
  fc.constantFrom(-1, 1, -minuteMs, minuteMs),
);
const change = fc.record({ hour, zone, offset, first: fc.boolean() });
const changes = fc.array(change, { minLength: 1, maxLength: 5 });
type Changes = typeof changes extends fc.Arbitrary<infer List> ? List : never;

/** Each change is made at the slot that is next when its turn comes. */
const atTheMinute = (list: Changes, keepZone?: string) => {
  const waiting = [...list];
  return (slot: number): Edit[] => {
    const one = waiting.shift();
    if (one === undefined) return [];
    const schedule = { zone: keepZone ?? one.zone, hours: [one.hour], weekday: null };
    return [{ at: slot + one.offset, schedule, first: one.first }];
  };
};

describe("an edit at the very minute of a digest", () => {
  test("of its time neither doubles nor loses it: every date has exactly one", () => {
    fc.assert(
      fc.property(zone, hour, moment, changes, (place, first, from, list) => {
        const start: Schedule = { zone: place, hours: [first], weekday: null };
        const { sent, missed } = live(start, from, 9, atTheMinute(list, place));
        expect(missed).toEqual([]);
        const dates = sent.map(({ date }) => date);
        const days = dates.map((date) => Date.parse(date) / dayMs);
        for (const [index, day] of days.entries()) {
          expect(day - (days[index - 1] ?? day - 1)).toBe(1);
        }
        expect(sent.length).toBeGreaterThanOrEqual(7);
      }),
      { numRuns: 200 },
    );
  });

  test("of time and zone sends what was planned once, and never leaves three days without one", () => {
    fc.assert(
      fc.property(zone, hour, moment, changes, (place, first, from, list) => {
        const start: Schedule = { zone: place, hours: [first], weekday: null };
        const { sent, missed, taken } = live(start, from, 12, atTheMinute(list));
        expect(missed).toEqual([]);
        expect(sent.map(({ key }) => key)).toEqual(taken.slice(0, sent.length));
        expect(new Set(taken).size).toBe(taken.length);
        for (const [index, { at }] of sent.entries()) {
          const before = sent[index - 1]?.at;
          if (before === undefined) continue;
          expect(at).toBeGreaterThan(before);
          expect(at - before).toBeLessThanOrEqual(3 * dayMs);
        }
      }),
      { numRuns: 200 },
    );
  });
});
