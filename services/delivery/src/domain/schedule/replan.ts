import type { Delivery, PartOfDay } from "../delivery/delivery.ts";
import { deadlineOf, startOf } from "../delivery/next-step.ts";
import { partOfDay, planSlot } from "./plan-delivery.ts";
import { type Change, finish } from "../delivery/transitions.ts";
import { aheadMs, dueAfterEdit, type Schedule } from "./schedule.ts";
import type { Subscriber } from "../subscriber/subscriber.ts";

/** Planned, and no message of it has begun. */
export const isPlanned = ({ phase }: Pick<Delivery, "phase">): boolean =>
  phase === "composing" || phase === "ready";

/**
 * A planned delivery follows a change of hour or zone. One that is still due within the time that
 * composing is given keeps its text. One that is due later, or in another part of the day, loses its
 * text and is composed again near its new instant; it stays the only delivery of its slot.
 */
export const moveToNewHour =
  (schedule: Schedule, now: Date) =>
  (delivery: Delivery): Change | null => {
    const { slot, plannedFor, composeAt } = delivery;
    if (slot === undefined || !isPlanned(delivery)) return null;
    const dueAt = dueAfterEdit(schedule, slot, plannedFor, now);
    const greeting = partOfDay(schedule.zone, dueAt);
    const sameGreeting = greeting === (delivery.partOfDay ?? greeting);
    if (dueAt.getTime() === delivery.dueAt.getTime() && sameGreeting) return null;
    const there = { ...delivery, dueAt };
    const begin = new Date(Math.max(dueAt.getTime() - aheadMs, now.getTime()));
    if (begin > now || composeAt !== undefined || !sameGreeting) {
      return { next: uncomposed(there, begin, greeting) };
    }
    const workAt = delivery.phase === "ready" ? startOf(there) : deadlineOf(there);
    return { next: { ...there, workAt } };
  };

/** Without what content has answered, or will answer to what it was asked so far. */
function uncomposed(delivery: Delivery, composeAt: Date, greeting: PartOfDay): Delivery {
  const { composedAt: _, more: __, ...rest } = delivery;
  const asked = delivery.composeAt === undefined;
  const emptied: Delivery = {
    ...rest,
    phase: "composing",
    replans: (delivery.replans ?? 0) + (asked ? 1 : 0),
    composeAt,
    partOfDay: greeting,
    told: [],
    stories: 0,
    texts: [],
    audio: [],
    parts: {},
  };
  return { ...emptied, workAt: deadlineOf(emptied) };
}

/** The time to compose a moved delivery has come: content is asked for what its subscriber wants now. */
export const requestComposition =
  (subscriber: Subscriber | undefined, now: Date) =>
  (delivery: Delivery): Change | null => {
    const { composeAt, ...rest } = delivery;
    const { slot } = rest;
    if (rest.phase !== "composing" || slot === undefined) return null;
    if (composeAt === undefined || composeAt > now) return null;
    if (subscriber === undefined) return finish("skipped", "not_connected")<Delivery>(rest);
    const { delivery: planned, terms } = planSlot(subscriber, { ...slot, at: rest.dueAt }, now);
    const { language, categories, windowEnd, partOfDay: greeting } = planned;
    const next: Delivery = {
      ...rest,
      language,
      categories,
      ...(windowEnd === undefined ? {} : { windowEnd }),
      ...(greeting === undefined ? {} : { partOfDay: greeting }),
    };
    return terms === null ? finish("skipped", "no_categories")(next) : { next, asked: terms };
  };
