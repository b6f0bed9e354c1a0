import type { PlanId } from "@matinale/contracts";
import type { Stripe } from "stripe";
import {
  lineOf,
  type ProviderSubscription,
  type PurchaseDetails,
} from "../../domain/payment/payment-provider.ts";

/** Stripe's price of each plan. */
export type Prices = Record<PlanId, string>;

const dateOf = (seconds: number): Date => new Date(seconds * 1000);
const dateOrNull = (seconds: number | null): Date | null =>
  seconds === null ? null : dateOf(seconds);

const states: Partial<Record<Stripe.Subscription.Status, ProviderSubscription["state"]>> = {
  incomplete: "open",
  trialing: "running",
  active: "running",
  past_due: "unpaid",
  unpaid: "unpaid",
};

const planIds: readonly PlanId[] = [1, 2, 3];

/** The plan of the price. When prices were replaced after the purchase, the plan in its metadata. */
function planOf(
  item: Stripe.SubscriptionItem | undefined,
  prices: Prices,
  metadata: Stripe.Metadata,
): PlanId | null {
  return planOfPrice(item, prices) ?? planIds.find((id) => isLabelled(metadata, id)) ?? null;
}

/** The plan that has this price today, or null. */
export const planOfPrice = (
  item: Stripe.SubscriptionItem | undefined,
  prices: Prices,
): PlanId | null => planIds.find((id) => prices[id] === item?.price.id) ?? null;

const isLabelled = (metadata: Stripe.Metadata, planId: PlanId): boolean =>
  metadata["planId"] === String(planId);

/** The metadata that name the plan. */
export const labelOf = (planId: PlanId): Stripe.MetadataParam => ({ planId: String(planId) });

/** The metadata that name what a person gave with the plan. */
export function labelOfDetails(details: PurchaseDetails): Stripe.MetadataParam {
  const line = lineOf(details);
  return line === null ? {} : { details: line };
}

/**
 * Translates a subscription of Stripe, expanded with `latest_invoice.confirmation_secret`. Null when it is not
 * for one of our plans.
 */
export function fromStripe(
  subscription: Stripe.Subscription,
  prices: Prices,
): ProviderSubscription | null {
  const { id, status, created, metadata, cancel_at, ended_at, canceled_at } = subscription;
  const [item] = subscription.items.data;
  const planId = planOf(item, prices, metadata);
  if (item === undefined || planId === null) return null;
  const state = states[status] ?? "over";
  const bill = subscription.latest_invoice;
  const invoice = typeof bill === "string" ? null : bill;
  const periodEndsAt = dateOf(item.current_period_end);
  const paidAt = invoice?.status === "paid" ? dateOrNull(invoice.status_transitions.paid_at) : null;
  const willEnd =
    dateOrNull(cancel_at) ?? (subscription.cancel_at_period_end ? periodEndsAt : null);
  const changed = subscription.pending_update?.subscription_items?.[0];
  return {
    id,
    state,
    planId,
    createdAt: dateOf(created),
    paidAt: paidAt ?? dateOf(item.current_period_start),
    periodEndsAt,
    endsAt: state === "over" ? dateOrNull(ended_at ?? canceled_at) : willEnd,
    unpaidSince: state === "unpaid" && invoice ? dateOf(invoice.created) : null,
    clientSecret:
      invoice?.status === "open" ? (invoice.confirmation_secret?.client_secret ?? null) : null,
    details: metadata["details"] ?? null,
    changingTo: changed ? planOf(changed, prices, {}) : null,
    isMislabelled: !isLabelled(metadata, planId),
    lastBill: typeof bill === "string" ? bill : (bill?.id ?? null),
  };
}
