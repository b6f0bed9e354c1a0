import { type Delivery, type Failure, isAnnounced, type Part, rank } from "./delivery.ts";
import type { RefusalKind } from "../channel/whatsapp.ts";
import type { Verdict } from "./refusal-policy.ts";
import {
  type Change,
  isOfEarlierCall,
  isOver,
  type ReceiptStatus,
  type Transition,
  withId,
  withPart,
} from "./transitions.ts";

export interface Receipt {
  messageId: string;
  status: ReceiptStatus;
  at: Date;
  /** The provider's code of the failure, or 0. For display only. */
  code: number;
  action?: RefusalKind;
}

const ranks = { sent: rank.sent, delivered: rank.delivered, read: rank.read, played: rank.read };
const stamps = {
  sent: "sentAt",
  delivered: "deliveredAt",
  read: "readAt",
  played: "playedAt",
} as const;

/** The provider has accepted the message. Applied by a worker that lost the lease during the call. */
export const markAcceptedLate = (partId: string, messageId: string, at: Date) =>
  applyStatus(partId, { messageId, status: "sent", at, code: 0 }, () => "refused", at);

/** The refusal policy, for failures that a status reports. */
export type JudgeFailure = (action: RefusalKind, part: Pick<Part, "form" | "attempt">) => Verdict;

/**
 * Applies a status from the provider. Ranks only rise: "read" implies "delivered", a failure after delivery
 * is ignored, a repeated status changes nothing. A status of a call whose answer was lost proves that the
 * provider accepted the message. So does one of a call that failed for now: the message is not sent again.
 */
export const applyStatus =
  (partId: string, receipt: Receipt, judge: JudgeFailure, now: Date): Transition =>
  (delivery) => {
    const part = delivery.parts[partId];
    if (part === undefined) return null;
    if (part.rank === rank.waiting && (isOver(delivery.phase) || !provesAcceptance(receipt, part)))
      return null;
    if (part.messageId !== undefined && part.messageId !== receipt.messageId) return null;
    if (isOfEarlierCall(delivery, part, receipt.messageId)) return null;
    return receipt.status === "failed"
      ? failPart(delivery, partId, part, receipt, judge, now)
      : advancePart(delivery, partId, part, receipt, receipt.status, now);
  };

/** Whether a status shows that the provider accepted a message although its last call was refused for now. */
const provesAcceptance = ({ status }: Receipt, { attempt, failure }: Part): boolean =>
  status !== "failed" && attempt > 0 && failure === undefined;

function advancePart(
  delivery: Delivery,
  partId: string,
  part: Part,
  receipt: Receipt,
  status: keyof typeof ranks,
  now: Date,
): Change | null {
  const stamp = stamps[status];
  if (part[stamp] !== undefined) return null;
  const { messageId, at } = receipt;
  const reconciled = part.rank < rank.sent;
  const { failure, ...withoutFailure } = part;
  // A late "sent" does not remove the failure that followed it; "delivered", "read" and "played" do.
  const keepsFailure = status === "sent" && part.messageId === messageId && failure !== undefined;
  const raised: Part = {
    ...withoutFailure,
    ...(keepsFailure ? { failure } : {}),
    rank: Math.max(part.rank, ranks[status]) as Part["rank"],
    messageId,
    [stamp]: at,
  };
  const next: Delivery = {
    ...withPart(delivery, partId, raised),
    messageIds: withId(delivery, messageId),
    // The message was accepted although its call got no answer, or a refusal: the parts after it can go on.
    ...(reconciled && !isOver(delivery.phase) ? { workAt: now } : {}),
  };
  const corrected = reconciled && delivery.reason === "unknown_outcome";
  return {
    next: corrected ? resume(next, now) : next,
    ...(reconciled ? { sent: [partId] } : {}),
    updated: status === "sent" ? [] : [{ part: partId, status, at, code: 0 }],
  };
}

/** The unknown outcome with which the delivery ended is known now: send the parts that still wait. */
function resume(delivery: Delivery, now: Date): Delivery {
  const allSent = Object.values(delivery.parts).every((part) => part.rank !== rank.waiting);
  const known = { ...delivery, reason: undefined };
  return allSent ? { ...known, phase: "done" } : { ...known, phase: "ready", workAt: now };
}

function failPart(
  delivery: Delivery,
  partId: string,
  part: Part,
  receipt: Receipt,
  judge: JudgeFailure,
  now: Date,
): Change | null {
  if (part.failure !== undefined || part.rank >= rank.delivered) return null;
  const { messageId, at, code, action = "message" } = receipt;
  const verdict = judge(action, part);
  const waitingPart: Part = { form: part.form, rank: rank.waiting, attempt: part.attempt };
  // The delivery goes on: an earlier end and its reason do not count any more.
  const requeued: Delivery = {
    ...withPart(delivery, partId, waitingPart),
    messageIds: withId(delivery, messageId),
    phase: "ready",
    awaitingTap: undefined,
    reason: undefined,
  };
  if (typeof verdict === "object") {
    return { next: { ...requeued, workAt: new Date(now.getTime() + verdict.againInMs) } };
  }
  const hasTemplate = isAnnounced(delivery) || delivery.template !== undefined;
  if (verdict === "change_form" && part.form !== "template" && hasTemplate) {
    return { next: { ...requeued, releasedAt: undefined, workAt: now } };
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
