import type { Language, Product } from "@matinale/contracts";
import type { BillingMailKind } from "./account-message.ts";
import { longDateOf } from "./mail-formats.ts";
import type { MailContent } from "./mail-layout.ts";
import { mailContent } from "./mail-texts.ts";
import { purchaseWords } from "./purchase-mail.ts";

export interface SubscriptionState {
  status: string;
  trialEndsAt: Date | null;
  /** No edition is sent at or after this instant; null when no end is known. */
  entitledUntil: Date | null;
  /** Empty when no purchase is in force, and for a simulated one. */
  purchaseId: string;
  /** Null without a purchase. */
  purchasedAt: Date | null;
  /** When the buyer gave up the right of withdrawal; null when they did not. */
  waivedAt: Date | null;
}

const dayMs = 24 * 3_600_000;
const trialReminderMs = dayMs;
/**
 * An older purchase was confirmed, perhaps for another plan: the projections were built again, or its event was published
 * again. Shorter than the id of a mail that was sent is kept.
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
 */
export function billingMailFor(
  { status, trialEndsAt, entitledUntil, purchaseId, purchasedAt }: SubscriptionState,
  now: Date,
): DueMail | null {
  // cancelled: Kafka may have compacted the state before, and billing may have read purchase and cancellation at once
  if (status === "active" || status === "canceled") {
    const isRecent = purchasedAt && now.getTime() - purchasedAt.getTime() < confirmWithinMs;
    return isRecent ? { kind: "purchase_confirmed", key: purchaseId, dueAt: now } : null;
  }
  const end = status === "past_due" ? entitledUntil : trialEndsAt;
  if (end === null || end <= now) return null;
  const key = end.toISOString();
  if (status === "past_due") return { kind: "payment_failed", key, dueAt: now };
  const dueAt = new Date(end.getTime() - trialReminderMs);
  return status === "trialing" && dueAt > now ? { kind: "trial_ending", key, dueAt } : null;
}

/** What the mail says about the subscription as it is now; null when the mail has no reason any more. */
export function billingMail(
  kind: BillingMailKind,
  subscription: SubscriptionState & { planId: number },
  {
    language,
    timezone,
    product,
    site,
    now,
  }: { language: Language; timezone: string; product: Product; site: string; now: Date },
): MailContent | null {
  const page = (path: string) => new URL(path, site).href;
  if (kind === "purchase_confirmed") {
    const words = purchaseWords(subscription, { language, product, site });
    return words && { ...words, url: page("/account") };
  }
  const { status, trialEndsAt, entitledUntil } = subscription;
  const [expected, end, url] =
    kind === "trial_ending"
      ? ["trialing", trialEndsAt, page("/subscribe")]
      : ["past_due", entitledUntil, page("/account")];
  if (status !== expected || end === null || end <= now) return null;
  return mailContent(kind, language, {
    url,
    brand: product.brand.name,
    day: longDateOf(end, language, timezone),
  });
}
