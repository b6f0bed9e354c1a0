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
import type { Verdict } from "./refusal-policy.ts";
import type { Action } from "../channel/whatsapp.ts";

/** A delivery after a transition, and what it publishes. */
export interface Change<D extends Delivery = Delivery> {
  next: D;
  /** Parts the provider has just accepted. */
  sent?: string[];
  updated?: { part: string; status: ReceiptStatus; at: Date; code: number }[];
  /** Terms of the request to content. */
  asked?: DigestTerms;
}

export type ReceiptStatus = "sent" | "delivered" | "read" | "played" | "failed";

export interface Receipt {
  messageId: string;
  status: ReceiptStatus;
  at: Date;
  /** The provider's code of the failure, or 0: only for display. */
  code: number;
  /** What the failure asks for. */
  action?: Action;
}

const withPart = <D extends Delivery>(delivery: D, id: string, part: Part): D => ({
  ...delivery,
  parts: { ...delivery.parts, [id]: part },
});

/**
 * A call to the provider is about to be made. Written before the call: after a crash the part is found
 * in rank "sending" and is not sent again.
 */
export const markSendStarted =
  (partId: string, form: Form, recipient: string, at: Date) =>
  <D extends Delivery>(delivery: D): Change<D> | null => {
    const part = delivery.parts[partId] ?? { form, rank: rank.waiting, attempt: 0 };
    if (part.rank !== rank.waiting || isBehind(delivery, partId)) return null;
    const sending = { ...part, rank: rank.sending, attempt: part.attempt + 1, startedAt: at };
    return { next: { ...withPart(delivery, partId, sending), phase: "sending", recipient } };
  };

/** Whether an earlier part waits again, because a status has just requeued it. */
function isBehind({ parts }: Delivery, partId: string): boolean {
  const content = inOrder(parts).filter(([, { form }]) => form !== "template");
  const place = content.findIndex(([id]) => id === partId);
  return content
    .slice(0, Math.max(0, place))
    .some(([, { rank: at, failure }]) => at === rank.waiting && failure === undefined);
}

/** The call was not made, or was refused for now: the part can be sent again. */
export const requeue =
  (partId: string) =>
  <D extends Delivery>(delivery: D): Change<D> | null => {
    const part = delivery.parts[partId];
    if (part?.rank !== rank.sending) return null;
    return { next: withPart(delivery, partId, { ...part, rank: rank.waiting }) };
  };

/** The call recorded at `startedAt` was not made. Reported by the worker that lost the lease before it. */
export const cancelBeforeSend =
  (partId: string, startedAt: Date, now: Date) =>
  <D extends Delivery>(delivery: D): Change<D> | null => {
    const part = delivery.parts[partId];
    if (part?.startedAt?.getTime() !== startedAt.getTime() || part.failure !== undefined)
      return null;
    const change = requeue(partId)(delivery);
    return change === null ? null : { next: { ...change.next, workAt: now } };
  };

/** The provider has accepted the message. A status may have arrived before this answer. */
export const markAccepted =
  (partId: string, messageId: string, at: Date) =>
  <D extends Delivery>(delivery: D): Change<D> | null => {
    const part = delivery.parts[partId];
    if (part === undefined || part.acceptedAt !== undefined) return null;
    if (isOfEarlierCall(delivery, part, messageId)) return null;
    const first = !accepted(part);
    const next: D = {
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
const isOfEarlierCall = (delivery: Delivery, part: Part, messageId: string): boolean =>
  part.messageId === undefined && delivery.messageIds.includes(messageId);

const withId = (delivery: Delivery, messageId: string) =>
  delivery.messageIds.includes(messageId)
    ? delivery.messageIds
    : [...delivery.messageIds, messageId];

/** The part is not sent again. */
export const markFailed =
  (partId: string, failure: Failure) =>
  <D extends Delivery>(delivery: D): Change<D> | null => {
    const part = delivery.parts[partId];
    if (part === undefined || part.failure !== undefined || accepted(part)) return null;
    return {
      next: withPart(delivery, partId, { ...part, failure }),
      updated: [{ part: partId, status: "failed", at: failure.at, code: failure.code }],
    };
  };

/** No worker has anything left to do. A late status may still change it. */
export const finish =
  (phase: Phase, reason?: Reason) =>
  <D extends Delivery>(delivery: D): Change<D> | null => {
    if (isOver(delivery.phase)) return null;
    const { workAt: _, inFlight: __, awaitingTap: ___, ...rest } = delivery;
    return { next: { ...rest, phase, ...(reason === undefined ? {} : { reason }) } as D };
  };

export const isOver = (phase: Phase): boolean =>
  phase === "done" || phase === "skipped" || phase === "failed" || phase === "missed";

const ranks = { sent: rank.sent, delivered: rank.delivered, read: rank.read, played: rank.read };
const stamps = {
  sent: "sentAt",
  delivered: "deliveredAt",
  read: "readAt",
  played: "playedAt",
} as const;

/** The provider has accepted the message. Reported by the worker that lost the lease during the call. */
export const markAcceptedLate = (partId: string, messageId: string, at: Date) =>
  applyStatus(partId, { messageId, status: "sent", at, code: 0 }, () => "refused", at);

/** The refusal policy, for failures that a status reports. */
export type JudgeFailure = (action: Action, part: Pick<Part, "form" | "attempt">) => Verdict;

/**
 * A status from the provider. Ranks only rise: read implies delivered, a failure after delivery is
 * ignored, a repeated status changes nothing. A status of a call whose answer was lost proves that the
 * provider accepted the message.
 */
export const applyStatus =
  (partId: string, receipt: Receipt, judge: JudgeFailure, now: Date) =>
  <D extends Delivery>(delivery: D): Change<D> | null => {
    const part = delivery.parts[partId];
    if (part === undefined || part.rank === rank.waiting) return null;
    if (part.messageId !== undefined && part.messageId !== receipt.messageId) return null;
    if (isOfEarlierCall(delivery, part, receipt.messageId)) return null;
    return receipt.status === "failed"
      ? failPart(delivery, partId, part, receipt, judge, now)
      : advancePart(delivery, partId, part, receipt, receipt.status, now);
  };

function advancePart<D extends Delivery>(
  delivery: D,
  partId: string,
  part: Part,
  receipt: Receipt,
  status: keyof typeof ranks,
  now: Date,
): Change<D> | null {
  const stamp = stamps[status];
  if (part[stamp] !== undefined) return null;
  const { messageId, at } = receipt;
  const reconciled = part.rank === rank.sending;
  const { failure, ...sound } = part;
  // "sent" may arrive after the failure that follows it: the failure stays. Later statuses outweigh it.
  const stands = status === "sent" && part.messageId === messageId && failure !== undefined;
  const raised: Part = {
    ...sound,
    ...(stands ? { failure } : {}),
    rank: Math.max(part.rank, ranks[status]) as Part["rank"],
    messageId,
    [stamp]: at,
  };
  const next: D = {
    ...withPart(delivery, partId, raised),
    messageIds: withId(delivery, messageId),
    // The message was accepted although its answer was lost: the parts after it can go on.
    ...(reconciled && !isOver(delivery.phase) ? { workAt: now } : {}),
  };
  const corrected = reconciled && delivery.reason === "unknown_outcome";
  return {
    next: corrected ? resume(next, now) : next,
    ...(reconciled ? { sent: [partId] } : {}),
    updated: status === "sent" ? [] : [{ part: partId, status, at, code: 0 }],
  };
}

/** The delivery ended with an unknown outcome that is known now: send the parts that still wait. */
function resume<D extends Delivery>(delivery: D, now: Date): D {
  const { reason: _, ...rest } = delivery;
  const isWhole = Object.values(delivery.parts).every((part) => part.rank !== rank.waiting);
  return (isWhole ? { ...rest, phase: "done" } : { ...rest, phase: "ready", workAt: now }) as D;
}

function failPart<D extends Delivery>(
  delivery: D,
  partId: string,
  part: Part,
  receipt: Receipt,
  judge: JudgeFailure,
  now: Date,
): Change<D> | null {
  if (part.failure !== undefined || part.rank >= rank.delivered) return null;
  const { messageId, at, code, action = "message" } = receipt;
  const verdict = judge(action, part);
  const again: Part = { form: part.form, rank: rank.waiting, attempt: part.attempt };
  const { awaitingTap: _, releasedAt, ...untapped } = withPart(delivery, partId, again);
  const requeued = {
    ...untapped,
    messageIds: withId(delivery, messageId),
    phase: "ready" as const,
  };
  if (typeof verdict === "object") {
    const workAt = new Date(now.getTime() + verdict.againInMs);
    const tapped = releasedAt === undefined ? {} : { releasedAt };
    return { next: { ...requeued, ...tapped, workAt } as D };
  }
  const hasTemplate = delivery.kind === "digest" || delivery.template !== undefined;
  if (verdict === "change_form" && part.form !== "template" && hasTemplate) {
    return { next: { ...requeued, workAt: now } as D };
  }
  const failure: Failure = { reason: verdict === "change_form" ? "refused" : verdict, code, at };
  return {
    next: {
      ...withPart(delivery, partId, { ...part, messageId, failure }),
      messageIds: withId(delivery, messageId),
      ...(isOver(delivery.phase) ? {} : { workAt: now }),
    },
    updated: [{ part: partId, status: "failed", at, code }],
  };
}

/** The template was accepted: wait for the tap, unless it came first. Another manual digest may be requested meanwhile. */
export const awaitTap =
  () =>
  <D extends Delivery>(delivery: D): Change<D> | null => {
    const already = delivery.awaitingTap === true && delivery.workAt === undefined;
    if (isOver(delivery.phase) || already) return null;
    const { workAt: _, inFlight: __, ...rest } = delivery;
    return delivery.releasedAt === undefined
      ? { next: { ...rest, awaitingTap: true } as D }
      : { next: { ...delivery, workAt: delivery.releasedAt } };
  };

/** The tap on "Listen" opens the window: send the waiting parts. */
export const releaseByTap =
  (now: Date) =>
  <D extends Delivery>(delivery: D): Change<D> | null => {
    if (isOver(delivery.phase) || delivery.parts["template"] === undefined) return null;
    if (delivery.releasedAt !== undefined && delivery.awaitingTap !== true) return null;
    const { awaitingTap: _, ...rest } = delivery;
    return { next: { ...rest, workAt: now, releasedAt: now } as D };
  };

/** The subscriber asks for more stories: each message gets the next text, once. */
export const askForMore =
  (messageId: string) =>
  <D extends Delivery>(delivery: D): Change<D> | null => {
    const { more = [], moreAsked: asked = [] } = delivery;
    if (asked.includes(messageId) || asked.length >= more.length) return null;
    return { next: { ...delivery, moreAsked: [...asked, messageId] } };
  };

/** Applies several transitions as one change, each to the result of the one before. */
export const inSequence =
  <D extends Delivery>(...decides: ((delivery: D) => Change<D> | null)[]) =>
  (delivery: D): Change<D> | null => {
    const start: Required<Omit<Change<D>, "asked">> = { next: delivery, sent: [], updated: [] };
    const end = decides.reduce((so, decide) => {
      const change = decide(so.next);
      if (change === null) return so;
      const { next, sent = [], updated = [] } = change;
      return { next, sent: [...so.sent, ...sent], updated: [...so.updated, ...updated] };
    }, start);
    return end === start ? null : end;
  };
