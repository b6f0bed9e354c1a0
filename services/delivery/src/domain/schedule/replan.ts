import { type Delivery, rank, requestId } from "../delivery/delivery.ts";
import { deadlineOf, startOf } from "../delivery/timing.ts";
import { partOfDay, planSlot } from "./plan-delivery.ts";
import { type Change, finish } from "../delivery/transitions.ts";
import { aheadMs, dueAfterEdit, type Schedule } from "./schedule.ts";
import type { Subscriber } from "../subscriber/subscriber.ts";

/** Whether no call was started for it yet. */
export const isPlanned = ({ phase }: Pick<Delivery, "phase">): boolean =>
  phase === "composing" || phase === "ready";

/**
 * Moves a planned delivery after a change of hour or zone. If it is still due within the lead time for
 * composing, it keeps its text. If it is due later, or in another part of the day, its text is dropped and
 * composed again shortly before the new instant. It stays the only delivery of its slot.
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
    const moved = { ...delivery, dueAt };
    const requestAt = new Date(Math.max(dueAt.getTime() - aheadMs, now.getTime()));
    if (requestAt > now || composeAt !== undefined || !sameGreeting) {
      return { next: uncomposed({ ...moved, partOfDay: greeting }, requestAt) };
    }
    const workAt = delivery.phase === "ready" ? startOf(moved) : deadlineOf(moved);
    return { next: { ...moved, workAt } };
  };

/** Drops the composition. The new request id makes answers to earlier requests invalid. */
function uncomposed(delivery: Delivery, composeAt: Date): Delivery {
  const {
    composedAt: _composedAt,
    more: _more,
    storyIds: _storyIds,
    headline: _headline,
    audioMissing: _audioMissing,
    ...rest
  } = delivery;
  const wasRequested = delivery.composeAt === undefined;
  const emptied: Delivery = {
    ...rest,
    phase: "composing",
    replans: (delivery.replans ?? 0) + (wasRequested ? 1 : 0),
    composeAt,
    coveredCategories: [],
    stories: 0,
    texts: [],
    audio: [],
    parts: {},
  };
  return { ...emptied, workAt: deadlineOf(emptied) };
}

/** Composes an edition again. Only the request of a slot can be made again: another digest fails. */
const composeAgain = (delivery: Delivery, now: Date): Change | null =>
  delivery.slot === undefined ? endWithdrawn(delivery) : { next: uncomposed(delivery, now) };

/** Ends a delivery that covers a withdrawn story and cannot be composed again. */
export const endWithdrawn = (delivery: Delivery): Change | null =>
  finish("failed", "not_composed")(withoutContent(delivery));

/** Nothing is left to send, whatever the provider reports later about the announcement. */
function withoutContent({ more: _more, ...delivery }: Delivery): Delivery {
  const announcement = Object.entries(delivery.parts).filter(([, { form }]) => form === "template");
  return { ...delivery, texts: [], audio: [], parts: Object.fromEntries(announcement) };
}

/**
 * Takes a withdrawn story out of a delivery that is not sent yet: it is composed again. An edition that waits for a
 * tap on its announcement ends, because its slot has passed.
 */
export const withdrawFrom =
  (storyId: string, now: Date) =>
  (delivery: Delivery): Change | null => {
    const { phase, awaitingTap, messageIds, parts, storyIds = [] } = delivery;
    const isCalling = Object.values(parts).some((part) => part.rank === rank.sending);
    if (!storyIds.includes(storyId) || isCalling) return null;
    if (awaitingTap === true) return endWithdrawn(delivery);
    return phase === "ready" && messageIds.length === 0 ? composeAgain(delivery, now) : null;
  };

/** Refuses a composition that covers a withdrawn story, and requests another. @param answeredId  of the answered request */
export const refuseComposition =
  (answeredId: string, now: Date) =>
  (delivery: Delivery): Change | null =>
    delivery.phase === "composing" && requestId(delivery) === answeredId
      ? composeAgain(delivery, now)
      : null;

/** Requests the composition of a moved delivery, with the current choices of the subscriber. */
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
