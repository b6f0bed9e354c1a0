import {
  accepted,
  type Delivery,
  type DigestTerms,
  type Failure,
  type Form,
  inOrder,
  type Part,
  type Phase,
  rank,
  type Reason,
} from "./delivery.ts";
import { priority } from "./priority.ts";

/** A delivery after a transition, and what to publish about it. */
export interface Change {
  next: Delivery;
  /** Parts the provider has just accepted. */
  sent?: string[];
  updated?: { part: string; status: ReceiptStatus; at: Date; code: number }[];
  /** Terms of the request to content. */
  asked?: DigestTerms;
}

/** Returns null when nothing changes. After a conflict it runs again, on a delivery that may have the change already. */
export type Transition = (delivery: Delivery) => Change | null;

export const receiptStatuses = ["sent", "delivered", "read", "played", "failed"] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

export const withPart = (delivery: Delivery, id: string, part: Part): Delivery => ({
  ...delivery,
  parts: { ...delivery.parts, [id]: part },
});

/**
 * Marks that a call to the provider is about to start. Written before the call: after a crash the part has
 * the rank "sending" and is not sent again.
 */
export const markSendStarted =
  (partId: string, form: Form, recipient: string, at: Date): Transition =>
  (delivery) => {
    const part = delivery.parts[partId] ?? { form, rank: rank.waiting, attempt: 0 };
    if (part.rank !== rank.waiting || isBehind(delivery, partId)) return null;
    const sending = { ...part, rank: rank.sending, attempt: part.attempt + 1, startedAt: at };
    return { next: { ...withPart(delivery, partId, sending), phase: "sending", recipient } };
  };

/** Whether a status has requeued an earlier part, which comes first. After a tap, texts and voice notes do not wait. */
function isBehind({ parts, releasedAt }: Delivery, partId: string): boolean {
  const content = inOrder(parts).filter(
    ([, { form }]) =>
      form !== "template" && (releasedAt === undefined || form === parts[partId]?.form),
  );
  const place = content.findIndex(([id]) => id === partId);
  return content
    .slice(0, Math.max(0, place))
    .some(([, { rank: at, failure }]) => at === rank.waiting && failure === undefined);
}

/** Lets a part be sent again whose call was not made, or was refused for now. */
export const requeue =
  (partId: string): Transition =>
  (delivery) => {
    const part = delivery.parts[partId];
    if (part?.rank !== rank.sending) return null;
    return { next: withPart(delivery, partId, { ...part, rank: rank.waiting }) };
  };

/** The call recorded at `startedAt` was not made, or was refused. Applied by a worker without the lease. */
export const cancelBeforeSend =
  (partId: string, startedAt: Date, now: Date): Transition =>
  (delivery) => {
    const part = delivery.parts[partId];
    if (part?.startedAt?.getTime() !== startedAt.getTime() || part.failure !== undefined)
      return null;
    const change = requeue(partId)(delivery);
    return change === null ? null : { next: { ...change.next, workAt: now } };
  };

/** The provider has accepted the message. A status may have arrived before this answer. */
export const markAccepted =
  (partId: string, messageId: string, at: Date): Transition =>
  (delivery) => {
    const part = delivery.parts[partId];
    if (part === undefined || part.acceptedAt !== undefined) return null;
    if (isOfEarlierCall(delivery, part, messageId)) return null;
    const first = !accepted(part);
    const next: Delivery = {
      ...withPart(delivery, partId, {
        ...part,
        rank: first ? rank.sent : part.rank,
        messageId,
        acceptedAt: at,
      }),
      messageIds: withId(delivery, messageId),
    };
    return { next, ...(first ? { sent: [partId] } : {}) };
  };

/** Whether this message belongs to an earlier call of a part that was requeued since. */
export const isOfEarlierCall = (delivery: Delivery, part: Part, messageId: string): boolean =>
  part.messageId === undefined && delivery.messageIds.includes(messageId);

export const withId = (delivery: Delivery, messageId: string) =>
  delivery.messageIds.includes(messageId)
    ? delivery.messageIds
    : [...delivery.messageIds, messageId];

/** Marks a part as failed: it is not sent again. */
export const markFailed =
  (partId: string, failure: Failure): Transition =>
  (delivery) => {
    const part = delivery.parts[partId];
    if (part === undefined || part.failure !== undefined || accepted(part)) return null;
    return {
      next: withPart(delivery, partId, { ...part, failure }),
      updated: [{ part: partId, status: "failed", at: failure.at, code: failure.code }],
    };
  };

/** Ends the delivery: workers have nothing left to do. A late status may still change it. */
export const finish =
  (phase: Phase, reason?: Reason): Transition =>
  (delivery) => {
    if (isOver(delivery.phase)) return null;
    const removed = { workAt: undefined, inFlight: undefined, awaitingTap: undefined };
    return { next: { ...delivery, ...removed, phase, reason: reason ?? delivery.reason } };
  };

export const isOver = (phase: Phase): boolean =>
  phase === "done" || phase === "skipped" || phase === "failed" || phase === "missed";

/**
 * The template was accepted: wait for a tap. A tap that did not open the window, because it arrived a day late, no longer
 * counts. Meanwhile another manual digest may be requested.
 */
export const awaitTap: Transition = (delivery) => {
  const isWaiting = delivery.awaitingTap === true && delivery.workAt === undefined;
  if (isOver(delivery.phase) || isWaiting) return null;
  const removed = { workAt: undefined, inFlight: undefined };
  const tap = { awaitingTap: true, releasedAt: undefined, releasedBy: undefined };
  return { next: { ...delivery, ...removed, ...tap } };
};

/** The tap on "Listen" has opened the window: send the waiting parts. @param messageId  of the tap or the keyword */
export const releaseByTap =
  (messageId: string, now: Date): Transition =>
  (delivery) => {
    const { template } = delivery.parts;
    if (template === undefined) return null;
    const by = { awaitingTap: undefined, releasedAt: now, releasedBy: messageId };
    const released: Delivery = { ...delivery, ...by, workAt: now, priority: priority.awaited };
    const { phase, reason } = delivery;
    const isLost = phase === "sending" || reason === "unknown_outcome";
    if (template.rank === rank.sending && isLost) {
      // The call got no answer. The tap proves that the announcement arrived, also after its outcome was given up.
      const { failure: _, ...arrived } = template;
      const next = withPart(released, "template", { ...arrived, rank: rank.sent });
      return { next: { ...next, phase: "sending", reason: undefined }, sent: ["template"] };
    }
    const isReleased = delivery.releasedAt !== undefined && delivery.awaitingTap !== true;
    return isOver(phase) || isReleased ? null : { next: released };
  };

/** The subscriber asks for more stories: each message that asks gets the next text, once. */
export const askForMore =
  (messageId: string): Transition =>
  (delivery) => {
    const { more = [], moreAsked: asked = [] } = delivery;
    if (asked.includes(messageId) || asked.length >= more.length) return null;
    return { next: { ...delivery, moreAsked: [...asked, messageId] } };
  };

/** The text for a message that asked for more: the n-th message gets the n-th text. Undefined for another message. */
export const moreTextFor = (
  { more = [], moreAsked = [] }: Delivery,
  messageId: string,
): string | undefined => more[moreAsked.indexOf(messageId)];

/** Applies several transitions as one change, each to the result of the one before. */
export const inSequence =
  (...transitions: Transition[]): Transition =>
  (delivery) => {
    const start: Required<Omit<Change, "asked">> = { next: delivery, sent: [], updated: [] };
    const end = transitions.reduce((before, transition) => {
      const change = transition(before.next);
      if (change === null) return before;
      const { next, sent = [], updated = [] } = change;
      return { next, sent: [...before.sent, ...sent], updated: [...before.updated, ...updated] };
    }, start);
    return end === start ? null : end;
  };
