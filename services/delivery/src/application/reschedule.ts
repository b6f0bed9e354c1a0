import { isDeepStrictEqual } from "node:util";
import { HttpError, httpTexts } from "@matinale/kit";
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
import type { DeliveryStore } from "../store/deliveries.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import type { VerifiedNumberStore } from "../store/verified-numbers.ts";
import type { Deps } from "./deps.ts";

const maxAttempts = 6;

/**
 * Recomputes `nextDueAt` whenever something that it depends on changes. Optimistic locking: each change
 * reads, computes, and writes on condition that the fields it read are unchanged. Changes may come in any
 * order and concurrently.
 */
export class Schedules {
  readonly #subscribers: SubscriberStore;
  readonly #deliveries: DeliveryStore;
  readonly #onVerified: VerifiedNumberStore["add"];

  /** @param onVerified  called before a number or user id becomes confirmed; may be called again for the same ones */
  constructor(
    subscribers: SubscriberStore,
    deliveries: DeliveryStore,
    onVerified: VerifiedNumberStore["add"],
  ) {
    this.#subscribers = subscribers;
    this.#deliveries = deliveries;
    this.#onVerified = onVerified;
  }

  /** After a change of the account, preferences, entitlements or the time zone data. Safe to repeat. */
  async refresh(ids: readonly UserId[], now: Date): Promise<void> {
    for (let round = 0; round < maxAttempts; round += 1) {
      const subscribers = await this.#subscribers.many(ids);
      const lasts = await this.#replan(subscribers, now);
      const changes = subscribers.flatMap((read) => {
        const last = lasts.get(read._id);
        const wanted = last === undefined ? read : { ...read, last };
        const change = { ...(last === undefined ? {} : { last }), ...dueDates(wanted, now) };
        return isDeepStrictEqual(read, changedBy(read, change)) ? [] : { read, change };
      });
      if (await this.#subscribers.saveSettings(changes)) return;
    }
    throw new Error(`optimistic lock: ${maxAttempts} attempts on schedules failed`);
  }

  /**
   * Changes the number, the stop or the disconnection of one person, and the schedule with it, in one write.
   *
   * @param decide  returns null when there is nothing to change; runs again after a conflict
   * @returns the subscriber as it is now, or null when there is none
   */
  async change(
    id: UserId,
    now: Date,
    decide: (subscriber: Subscriber) => SubscriberChange | null,
  ): Promise<Subscriber | null> {
    for (let round = 0; round < maxAttempts; round += 1) {
      const [read] = await this.#subscribers.many([id]);
      if (read === undefined) return null;
      const changed = decide(read);
      if (changed === null) return read;
      const wanted = changedBy(read, changed);
      const change = { ...changed, ...dueDates(wanted, now) };
      const addresses = verifiedAddresses(wanted);
      const known = verifiedAddresses(read);
      if (addresses.some((address) => !known.includes(address))) {
        // Another phone gives a consent of its own; a person whom WhatsApp moves keeps theirs.
        const isMoved = isDeepStrictEqual(wanted.channel?.consent, read.channel?.consent);
        await this.#onVerified(id, { addresses, movedFrom: isMoved ? known : [] }, now);
      }
      if (await this.#subscribers.saveSettings([{ read, change }])) return changedBy(read, change);
    }
    throw new HttpError("CONFLICT", httpTexts.changedElsewhere);
  }

  /** Adapts planned deliveries that are not being sent to the new hour, zone and choices. @returns the slots with the new instants */
  async #replan(subscribers: Subscriber[], now: Date): Promise<Map<UserId, DueSlot>> {
    const lasts = new Map<UserId, DueSlot>();
    const futureSlots = new Map(
      subscribers.flatMap((subscriber) => {
        const { last, _id } = subscriber;
        if (last === undefined || last.at <= now) return [];
        return [[deliveryId(_id, last), { subscriber, last }] as const];
      }),
    );
    if (futureSlots.size === 0) return lasts;
    const planned = await this.#deliveries.many([...futureSlots.keys()]);
    await Promise.all(
      planned.map(async (delivery) => {
        const found = futureSlots.get(delivery._id);
        const schedule = found === undefined ? null : scheduleOf(found.subscriber);
        if (found === undefined || schedule === null) return;
        // A leased delivery is due within a second: it is sent as planned.
        const moved = moveToNewHour(schedule, now);
        const chosen = withNewChoices(found.subscriber, now);
        const decide = (current: Delivery) => {
          const change = moved(current);
          return chosen(change?.next ?? current) ?? change;
        };
        const after = await this.#deliveries.applyUnleased(delivery, decide, now);
        if (after === null || !isPlanned(after)) return;
        lasts.set(after.userId, { ...found.last, at: after.dueAt });
      }),
    );
    return lasts;
  }
}

function dueDates(wanted: Subscriber, now: Date): SubscriberChange {
  const next = nextSlotOf(wanted, now);
  return {
    ...(next !== null && skipsDueSlot(wanted, next, now) ? {} : dueFields(next)),
    noticeAt: nextNotice(wanted, now)?.at ?? null,
  };
}

/**
 * Whether the stored slot is due and would be lost with this next one. It stays then: after an outage, events and messages
 * may be handled before the planner plans the late edition, or records why there is none.
 */
const skipsDueSlot = ({ nextDueAt, nextSlot }: Subscriber, { date, index }: DueSlot, now: Date) =>
  nextDueAt !== undefined && nextDueAt <= now && !isDeepStrictEqual(nextSlot, { date, index });

/** Computes the schedules from the stored fields, so that order and duplicates of events do not matter. */
export async function refreshSchedules(
  events: readonly { key: string }[],
  { schedules, now, onScheduled }: Deps,
): Promise<void> {
  await schedules.refresh([...new Set(events.map(({ key }) => asUserId(key)))], now());
  onScheduled();
}
