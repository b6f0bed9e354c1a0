import { isDeepStrictEqual } from "node:util";
import { type Delivery, rank, requestId } from "../delivery/delivery.ts";
import { deadlineOf, startOf } from "../delivery/timing.ts";
import { choicesOf, partOfDay, planSlot } from "./plan-delivery.ts";
import { type Change, finish, type Transition } from "../delivery/transitions.ts";
import { aheadMs, dueAfterEdit, type Schedule } from "./schedule.ts";
import { obstacleToScheduled, type Subscriber } from "../subscriber/subscriber.ts";

/** Whether no call was started for it yet. */
export const isPlanned = ({ phase }: Pick<Delivery, "phase">): boolean =>
  phase === "composing" || phase === "ready";

/** Whether it has ended without news before it is due. Other choices, or another hour, can still lead to an edition. */
const isEmpty = ({ phase, reason, dueAt }: Delivery, now: Date): boolean =>
  phase === "skipped" && dueAt > now && (reason === "no_categories" || reason === "nothing_new");

/**
 * Moves a planned delivery after a change of hour or zone. If it is still due within the lead time for
 * composing, it keeps its text. If it is due later, or in another part of the day, its text is dropped and
 * composed again shortly before the new instant. It stays the only delivery of its slot. One that has ended without news
 * is composed again too.
 */
export const moveToNewHour =
  (schedule: Schedule, now: Date): Transition =>
  (delivery) => {
    const { slot, plannedFor, composeAt } = delivery;
    const empty = isEmpty(delivery, now);
    if (slot === undefined || !(empty || isPlanned(delivery))) return null;
    const dueAt = dueAfterEdit(schedule, slot, plannedFor, now);
    const greeting = partOfDay(schedule.zone, dueAt);
    const sameGreeting = greeting === (delivery.partOfDay ?? greeting);
    if (dueAt.getTime() === delivery.dueAt.getTime() && sameGreeting) return null;
    const moved = { ...delivery, dueAt };
    const requestAt = new Date(Math.max(dueAt.getTime() - aheadMs, now.getTime()));
    if (requestAt > now || composeAt !== undefined || !sameGreeting || empty) {
      return { next: uncomposed({ ...moved, partOfDay: greeting }, requestAt) };
    }
    const workAt = delivery.phase === "ready" ? startOf(moved) : deadlineOf(moved);
    return { next: { ...moved, workAt } };
  };

/**
 * Composes an edition again that is not due yet, after a change of what its composition depends on: categories, language,
 * voice, country, length. One that will not be sent keeps its text, so that the history names the reason.
 */
export const withNewChoices =
  (subscriber: Subscriber, now: Date): Transition =>
  (delivery) => {
    const { slot, choices, composeAt, dueAt } = delivery;
    const isComposed = isEmpty(delivery, now) || (isPlanned(delivery) && composeAt === undefined);
    if (slot === undefined || !isComposed || choices === undefined || dueAt <= now) return null;
    if (obstacleToScheduled(subscriber, dueAt) !== null) return null;
    return isDeepStrictEqual(choices, choicesOf(subscriber))
      ? null
      : { next: uncomposed(delivery, now) };
  };

/** Drops the composition. The new request id makes answers to earlier requests invalid. */
function uncomposed(delivery: Delivery, composeAt: Date): Delivery {
  const wasRequested = delivery.composeAt === undefined;
  const emptied: Delivery = {
    ...delivery,
    phase: "composing",
    reason: undefined,
    replans: (delivery.replans ?? 0) + (wasRequested ? 1 : 0),
    composeAt,
    coveredCategories: [],
    stories: 0,
    storyIds: undefined,
    headline: undefined,
    texts: [],
    more: undefined,
    audio: [],
    audioMissing: undefined,
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
function withoutContent(delivery: Delivery): Delivery {
  const announcement = Object.entries(delivery.parts).filter(([, { form }]) => form === "template");
  const parts = Object.fromEntries(announcement);
  return { ...delivery, texts: [], more: undefined, audio: [], parts };
}

/**
 * Takes a withdrawn story out of a delivery that is not sent yet: it is composed again. An edition that waits for a
 * tap on its announcement ends, because its slot has passed.
 */
export const withdrawFrom =
  (storyId: string, now: Date): Transition =>
  (delivery) => {
    const { phase, awaitingTap, messageIds, parts, storyIds = [] } = delivery;
    const isCalling = Object.values(parts).some((part) => part.rank === rank.sending);
    if (!storyIds.includes(storyId) || isCalling) return null;
    if (awaitingTap === true) return endWithdrawn(delivery);
    return phase === "ready" && messageIds.length === 0 ? composeAgain(delivery, now) : null;
  };

/** Refuses a composition that covers a withdrawn story, and requests another. @param answeredId  of the answered request */
export const refuseComposition =
  (answeredId: string, now: Date): Transition =>
  (delivery) =>
    delivery.phase === "composing" && requestId(delivery) === answeredId
      ? composeAgain(delivery, now)
      : null;

/** Requests the composition of a moved delivery, with the current choices of the subscriber. */
export const requestComposition =
  (subscriber: Subscriber | undefined, now: Date): Transition =>
  (delivery) => {
    const { slot, phase, composeAt, dueAt } = delivery;
    if (phase !== "composing" || slot === undefined) return null;
    if (composeAt === undefined || composeAt > now) return null;
    const asked: Delivery = { ...delivery, composeAt: undefined };
    if (subscriber === undefined) return finish("skipped", "not_connected")(asked);
    const { delivery: planned, terms } = planSlot(subscriber, { ...slot, at: dueAt }, now);
    const { language, categories, choices, windowStart, windowEnd, partOfDay: greeting } = planned;
    const window = { windowStart, windowEnd };
    const next = { ...asked, language, categories, choices, ...window, partOfDay: greeting };
    return terms === null ? finish("skipped", "no_categories")(next) : { next, asked: terms };
  };
