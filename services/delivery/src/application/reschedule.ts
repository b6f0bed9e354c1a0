import { HttpError, httpTexts } from "@matinale/kit";
import type { UserId } from "@matinale/contracts";
import { deliveryId } from "../domain/delivery/delivery.ts";
import { isPlanned, moveToNewHour } from "../domain/schedule/replan.ts";
import type { DueSlot } from "../domain/schedule/schedule.ts";
import { nextNotice } from "../domain/notices/service-notices.ts";
import {
  settingsOf,
  nextSlotOf,
  scheduleOf,
  type Subscriber,
} from "../domain/subscriber/subscriber.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { DeliverySettings, SubscriberStore } from "../store/subscribers.ts";

/** Called before a number becomes confirmed; may be called again for the same number. */
type OnVerified = (id: UserId, phone: string, now: Date) => Promise<void>;

type Changeable = Pick<Subscriber, "channel" | "stopped" | "disconnected">;

/** Absent fields stay as they are; null removes a field. */
export type Changed = { [K in keyof Changeable]?: NonNullable<Changeable[K]> | null } & {
  /** The number has changed: close the window of the old one. */
  newNumber?: boolean;
};

const maxAttempts = 6;

/**
 * Recomputes `nextDueAt` whenever something that it depends on changes. Optimistic locking: each change
 * reads, computes, and writes on condition that the fields it read are unchanged. Changes may come in any
 * order and concurrently.
 */
export class Schedules {
  readonly #subscribers: SubscriberStore;
  readonly #deliveries: DeliveryStore;
  readonly #onVerified: OnVerified;

  constructor(subscribers: SubscriberStore, deliveries: DeliveryStore, onVerified: OnVerified) {
    this.#subscribers = subscribers;
    this.#deliveries = deliveries;
    this.#onVerified = onVerified;
  }

  /** After a change of preferences or entitlements. Safe to repeat. */
  async refresh(ids: readonly UserId[], now: Date): Promise<void> {
    for (let round = 0; round < maxAttempts; round += 1) {
      const subscribers = await this.#subscribers.many(ids);
      const lasts = await this.#moveToNewHours(subscribers, now);
      const changes = subscribers.flatMap((read) => {
        const last = lasts.get(read._id) ?? read.last;
        const settings = this.#settings(last === undefined ? read : { ...read, last }, now);
        return isUnchanged(read, settings) ? [] : { read, settings };
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
    decide: (subscriber: Subscriber) => Changed | null,
  ): Promise<Subscriber | null> {
    for (let round = 0; round < maxAttempts; round += 1) {
      const [read] = await this.#subscribers.many([id]);
      if (read === undefined) return null;
      const changed = decide(read);
      if (changed === null) return read;
      const wanted = changedBy(read, changed);
      const settings = this.#settings(wanted, now);
      const { newNumber = false } = changed;
      const verified = newlyVerified(read, wanted);
      if (verified !== null) await this.#onVerified(id, verified, now);
      const written = await this.#subscribers.saveSettings([
        { read, settings: { ...settings, newNumber } },
      ]);
      if (written) return { ...wanted, ...settings };
    }
    throw new HttpError("CONFLICT", httpTexts.changedElsewhere);
  }

  #settings(wanted: Subscriber, now: Date): DeliverySettings {
    const next = nextSlotOf(wanted, now);
    const notice = nextNotice(wanted, now);
    return {
      ...settingsOf(wanted),
      ...(next === null
        ? {}
        : { nextDueAt: next.at, nextSlot: { date: next.date, index: next.index } }),
      ...(notice === null ? {} : { noticeAt: notice.at }),
    };
  }

  /**
   * Moves planned deliveries whose sending has not started to the new hour or zone.
   *
   * @returns for each moved delivery, by subscriber: its slot with the new due instant
   */
  async #moveToNewHours(subscribers: Subscriber[], now: Date): Promise<Map<UserId, DueSlot>> {
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
        const decide = moveToNewHour(schedule, now);
        const after = await this.#deliveries.applyUnleased(delivery, decide, now);
        if (after === null || !isPlanned(after)) return;
        lasts.set(after.userId, { ...found.last, at: after.dueAt });
      }),
    );
    return lasts;
  }
}

function changedBy(read: Subscriber, changed: Changed): Subscriber {
  const { newNumber: _, ...fields } = changed;
  const { channel, stopped, disconnected, ...rest } = { ...withoutDates(read), ...fields };
  return {
    ...rest,
    ...(channel ? { channel } : {}),
    ...(stopped ? { stopped } : {}),
    ...(disconnected ? { disconnected } : {}),
  };
}

/** The number that `wanted` has confirmed and `read` has not, or null. */
function newlyVerified(read: Subscriber, { channel }: Subscriber): string | null {
  if (channel?.verifiedAt === undefined) return null;
  const isKnown = read.channel?.verifiedAt !== undefined && read.channel.phone === channel.phone;
  return isKnown ? null : channel.phone;
}

type Dates = "nextDueAt" | "nextSlot" | "noticeAt";

function withoutDates<S extends Pick<Subscriber, Dates>>(subscriber: S): Omit<S, Dates> {
  const { nextDueAt: _, nextSlot: __, noticeAt: ___, ...rest } = subscriber;
  return rest;
}

const isUnchanged = (read: Subscriber, settings: DeliverySettings): boolean =>
  read.nextDueAt?.getTime() === settings.nextDueAt?.getTime() &&
  read.noticeAt?.getTime() === settings.noticeAt?.getTime() &&
  read.last?.at.getTime() === settings.last?.at.getTime() &&
  read.nextSlot?.date === settings.nextSlot?.date &&
  read.nextSlot?.index === settings.nextSlot?.index;
