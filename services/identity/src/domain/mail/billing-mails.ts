import type { BillingMailKind } from "./account-message.ts";

export interface SubscriptionState {
  status: string;
  trialEndsAt: Date | null;
  /** No edition is sent at or after this instant; null when no end is known. */
  entitledUntil: Date | null;
  /** Empty when no purchase is in force, and for a simulated one. */
  purchaseId: string;
  /** Null without a purchase, and when the event does not say it. */
  purchasedAt: Date | null;
  /** When the buyer gave up the right of withdrawal; null when they did not. */
  waivedAt: Date | null;
}

const dayMs = 24 * 3_600_000;
const trialReminderMs = dayMs;
/**
 * An older purchase was confirmed, perhaps for another plan: the projections were built again, or its event was published
 * again.
 */
const confirmWithinMs = 3 * dayMs;

/** `key` is part of the id of the mail, so that each trial, failure and purchase has one mail. */
interface DueMail {
  kind: BillingMailKind;
  key: string;
  dueAt: Date;
}

/**
 * The mail that follows from a state: the day before the end of a trial, and at once after a failed payment or a
 * purchase.
 *
 * @param before      the state before; absent when it is not known
 * @param occurredAt  when billing published the state
 */
export function billingMailFor(
  { status, trialEndsAt, entitledUntil, purchaseId, purchasedAt }: SubscriptionState,
  {
    before,
    occurredAt,
    now,
  }: { before?: SubscriptionState | undefined; occurredAt: Date; now: Date },
): DueMail | null {
  if (status === "active") {
    const isNew = purchaseId !== "" && purchaseId !== before?.purchaseId;
    const isRecent = now.getTime() - (purchasedAt ?? occurredAt).getTime() < confirmWithinMs;
    return isNew && isRecent ? { kind: "purchase_confirmed", key: purchaseId, dueAt: now } : null;
  }
  const end = status === "past_due" ? entitledUntil : trialEndsAt;
  if (end === null || end <= now) return null;
  const key = end.toISOString();
  if (status === "past_due") return { kind: "payment_failed", key, dueAt: now };
  const dueAt = new Date(end.getTime() - trialReminderMs);
  return status === "trialing" && dueAt > now ? { kind: "trial_ending", key, dueAt } : null;
}

/** The end that the mail names; null when the mail has no reason any more. */
export function billingMailEnd(
  kind: Exclude<BillingMailKind, "purchase_confirmed">,
  { status, trialEndsAt, entitledUntil }: SubscriptionState,
  now: Date,
): Date | null {
  const [expected, end] =
    kind === "trial_ending" ? ["trialing", trialEndsAt] : ["past_due", entitledUntil];
  return status === expected && end !== null && end > now ? end : null;
}
