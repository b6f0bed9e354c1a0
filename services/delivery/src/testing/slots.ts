import { asLocalTime } from "@matinale/contracts";
import * as fc from "fast-check";
import { type DueSlot, nextDue, type Schedule } from "../domain/schedule/schedule.ts";

/** The next slot. @throws when the schedule has none */
export const dueSlotOf = (schedule: Schedule, previous: DueSlot | null, now: Date): DueSlot => {
  const slot = nextDue(schedule, previous, now);
  if (slot === null) throw new Error("the schedule has no next slot");
  return slot;
};

/** Every slot from `from` to `to`, each computed from the one before, as the planning worker does. */
export function slotsBetween(schedule: Schedule, from: Date, to: Date): DueSlot[] {
  const slots: DueSlot[] = [];
  let slot = nextDue(schedule, null, from);
  while (slot !== null && slot.at <= to) {
    slots.push(slot);
    slot = nextDue(schedule, slot, slot.at);
  }
  return slots;
}

/** Any wall-clock time. */
export const anyHour = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) =>
    asLocalTime(
      `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`,
    ),
  );
