import { isDeepStrictEqual } from "node:util";
import { VersionConflict } from "@matinale/kit";
import { asUserId, type UserId } from "@matinale/contracts";
import { type Delivery, deliveryId } from "../domain/delivery/delivery.ts";
import { isPlanned, moveToNewHour, withNewChoices } from "../domain/schedule/replan.ts";
import type { DueSlot } from "../domain/schedule/schedule.ts";
import { nextNotice } from "../domain/notices/service-notices.ts";
import {
  changedBy,
  dueFields,
  nextSlotOf,
  scheduleOf,
  type Subscriber,
  type SubscriberChange,
  verifiedAddresses,
} from "../domain/subscriber/subscriber.ts";
import type { Deps } from "./deps.ts";

/** What the change of a subscriber reads and writes. */
export type ChangeDeps = Pick<Deps, "subscribers" | "deliveries" | "verifiedNumbers" | "now">;
export type RefreshDeps = Pick<Deps, "subscribers" | "deliveries" | "now" | "onScheduled">;

/**
 * Optimistic lock: each attempt reads, computes, and writes on condition that the fields it read are unchanged. Changes
 * may come in any order and concurrently.
 */
const maxAttempts = 6;
const conflict = () => new VersionConflict(`${maxAttempts} attempts to write a subscriber`);

/**
 * Changes the number, the stop or the disconnection of one person, and with it when the next digest and the next notice
 * are due, in one write.
 *
 * @param decide  returns null when there is nothing to change; runs again after a conflict
 * @returns the subscriber as it is now, or null when there is none
 */
export async function changeSubscriber(
  id: UserId,
  deps: ChangeDeps,
  decide: (subscriber: Subscriber) => SubscriberChange | null,
): Promise<Subscriber | null> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const [read] = await deps.subscribers.many([id]);
    if (read === undefined) return null;
    const decided = decide(read);
    if (decided === null) return read;
    const change = withDueDates(read, decided, deps.now());
    const after = changedBy(read, change);
    await storeVerified(read, after, deps);
    if (await deps.subscribers.saveSettings([{ read, change }])) return after;
  }
  throw conflict();
}

/**
 * Computes the schedules again from the stored fields, after a change of the account, preferences, entitlements or the
 * time zone data. Safe to repeat, so order and duplicates of events do not matter.
 */
export async function refreshSchedules(ids: readonly UserId[], deps: RefreshDeps): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const now = deps.now();
    const found = await deps.subscribers.many(ids);
    const moved = await replan(found, deps.deliveries, now);
    const changes = found.flatMap((read) => {
      const last = moved.get(read._id);
      const change = withDueDates(read, last === undefined ? {} : { last }, now);
      return isDeepStrictEqual(read, changedBy(read, change)) ? [] : { read, change };
    });
    if (await deps.subscribers.saveSettings(changes)) return deps.onScheduled();
  }
  throw conflict();
}

/** Refreshes the schedules of the people whom these events are about. */
export function refreshAfter(events: readonly { key: string }[], deps: RefreshDeps): Promise<void> {
  const ids = events.map(({ key }) => asUserId(key));
  return refreshSchedules(ids, deps);
}

/** Runs before the write that confirms a number or user id; may run again for the same ones. */
async function storeVerified(
  { _id, channel }: Subscriber,
  after: Subscriber,
  { verifiedNumbers, now }: ChangeDeps,
): Promise<void> {
  const addresses = verifiedAddresses(after);
  const known = verifiedAddresses({ channel });
  if (addresses.every((address) => known.includes(address))) return;
  // Another phone gives a consent of its own; a person whom WhatsApp moves keeps theirs.
  const isMoved = isDeepStrictEqual(after.channel?.consent, channel?.consent);
  await verifiedNumbers.add(_id, { addresses, movedFrom: isMoved ? known : [] }, now());
}

/** Adapts planned deliveries that are not being sent to the new hour, zone and choices. @returns the slots with the new instants */
async function replan(
  found: readonly Subscriber[],
  deliveries: Deps["deliveries"],
  now: Date,
): Promise<Map<UserId, DueSlot>> {
  const futureSlots = new Map(
    found.flatMap((subscriber) => {
      const schedule = scheduleOf(subscriber);
      const slot = plannedSlotOf(subscriber, now);
      if (schedule === null || slot === null) return [];
      return [[deliveryId(subscriber._id, slot), { subscriber, schedule, slot }] as const];
    }),
  );
  const moved = new Map<UserId, DueSlot>();
  const planned = await deliveries.many([...futureSlots.keys()]);
  await Promise.all(
    planned.map(async (delivery) => {
      const future = futureSlots.get(delivery._id);
      if (future === undefined) return;
      // A leased delivery is due within a second: it is sent as planned.
      const toNewHour = moveToNewHour(future.schedule, now);
      const toNewChoices = withNewChoices(future.subscriber, now);
      const decide = (current: Delivery) => {
        const change = toNewHour(current);
        return toNewChoices(change?.next ?? current) ?? change;
      };
      const after = await deliveries.applyUnleased(delivery, decide, now);
      if (after === null || !isPlanned(after)) return;
      moved.set(after.userId, { ...future.slot, at: after.dueAt });
    }),
  );
  return moved;
}

/** The future slot whose delivery may exist: also the next one, which the planner may have inserted and not yet recorded. */
function plannedSlotOf({ last, nextSlot, nextDueAt }: Subscriber, now: Date): DueSlot | null {
  if (last !== undefined && last.at > now) return last;
  if (nextSlot === undefined || nextDueAt === undefined || nextDueAt <= now) return null;
  return { ...nextSlot, at: nextDueAt };
}

/** The change, and what it makes of the next slot and the next notice. */
function withDueDates(read: Subscriber, change: SubscriberChange, now: Date): SubscriberChange {
  const after = changedBy(read, change);
  const next = nextSlotOf(after, now);
  return {
    ...change,
    ...(next !== null && skipsDueSlot(after, next, now) ? {} : dueFields(next)),
    noticeAt: nextNotice(after, now)?.at ?? null,
  };
}

/**
 * Whether the stored slot is due and would be lost with this next one. It stays then: after an outage, events and messages
 * may be handled before the planner plans the late edition, or records why there is none.
 */
const skipsDueSlot = ({ nextDueAt, nextSlot }: Subscriber, { date, index }: DueSlot, now: Date) =>
  nextDueAt !== undefined && nextDueAt <= now && !isDeepStrictEqual(nextSlot, { date, index });
