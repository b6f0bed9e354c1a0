import { timezones } from "@matinale/contracts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyHour, dueSlotOf } from "../../testing/slots.ts";
import { advanceSlot, type DueSlot, dueAfterEdit, type Schedule } from "./schedule.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const aheadMs = 15 * minuteMs;

interface Edit {
  at: number;
  schedule: Schedule;
  /** Happens before the planning or the call in the same millisecond. */
  first: boolean;
}
interface Planned {
  slot: DueSlot;
  plannedFor: Date;
  dueAt: number;
}

const keyOf = ({ date, index }: DueSlot) => `${date}/${index}`;

/**
 * Simulates the planning worker, the sending worker and the edits of one subscriber on one clock. After each
 * digest `editsOf` returns the edits around the next one.
 */
function simulate(start: Schedule, from: number, days: number, editsOf: (slot: number) => Edit[]) {
  let schedule = start;
  let last: DueSlot | null = null;
  let next = dueSlotOf(schedule, null, new Date(from));
  let planned: Planned[] = [];
  let edits = editsOf(next.at.getTime());
  const sent: { key: string; date: string; at: number }[] = [];
  const missed: string[] = [];
  const plannedSlots: string[] = [];
  const steps = {
    plan: (now: Date) => {
      const plan = advanceSlot(schedule, next, now);
      missed.push(...plan.missed.map(keyOf));
      if (plan.deliver !== null) {
        plannedSlots.push(keyOf(plan.deliver));
        const { at } = plan.deliver;
        planned.push({ slot: plan.deliver, plannedFor: at, dueAt: at.getTime() });
      }
      last = plan.last;
      next = dueSlotOf(schedule, last, last.at > now ? last.at : now);
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
      next = dueSlotOf(schedule, last, now);
    },
  };
  for (let now = from; ;) {
    const [edit] = edits.toSorted((one, other) => one.at - other.at);
    const coming = [
      { step: "plan" as const, at: next.at.getTime() - aheadMs, order: 1 },
      ...planned.map(({ dueAt }) => ({ step: "send" as const, at: dueAt, order: 2 })),
      ...(edit === undefined
        ? []
        : [{ step: "edit" as const, at: edit.at, order: edit.first ? 0 : 3 }]),
    ].map((one) => ({ ...one, at: Math.max(one.at, now) }));
    const [soonest] = coming.toSorted((one, other) => one.at - other.at || one.order - other.order);
    if (soonest === undefined || soonest.at > from + days * dayMs)
      return { sent, missed, plannedSlots };
    now = soonest.at;
    steps[soonest.step](new Date(now));
  }
}

const zone = fc.constantFrom(...timezones, "America/St_Johns", "Pacific/Kiritimati");
const moment = fc
  .date({ min: new Date("2026-01-01"), max: new Date("2028-06-01"), noInvalidDate: true })
  .map((date) => date.getTime());
/** Around a slot, mostly at exactly its instant. */
const offset = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -minuteMs, max: minuteMs }),
  fc.constantFrom(-1, 1, -minuteMs, minuteMs),
);
const change = fc.record({ hour: anyHour, zone, offset, first: fc.boolean() });
const changes = fc.array(change, { minLength: 1, maxLength: 5 });
type Changes = typeof changes extends fc.Arbitrary<infer List> ? List : never;

/** Makes each change around the slot that is next at that time. */
const aroundNextSlot = (list: Changes, keepZone?: string) => {
  const remaining = [...list];
  return (slot: number): Edit[] => {
    const one = remaining.shift();
    if (one === undefined) return [];
    const schedule = { zone: keepZone ?? one.zone, hours: [one.hour], weekday: null };
    return [{ at: slot + one.offset, schedule, first: one.first }];
  };
};

describe("an edit in the minute of a digest", () => {
  test("of its hour neither repeats nor loses the digest: every date has exactly one", () => {
    fc.assert(
      fc.property(zone, anyHour, moment, changes, (place, first, from, list) => {
        const start: Schedule = { zone: place, hours: [first], weekday: null };
        const { sent, missed } = simulate(start, from, 9, aroundNextSlot(list, place));
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

  test("of hour and zone sends each planned digest once, at most three days after the one before", () => {
    fc.assert(
      fc.property(zone, anyHour, moment, changes, (place, first, from, list) => {
        const start: Schedule = { zone: place, hours: [first], weekday: null };
        const { sent, missed, plannedSlots } = simulate(start, from, 12, aroundNextSlot(list));
        expect(missed).toEqual([]);
        expect(sent.map(({ key }) => key)).toEqual(plannedSlots.slice(0, sent.length));
        expect(new Set(plannedSlots).size).toBe(plannedSlots.length);
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
