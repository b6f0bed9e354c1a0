import { planIds, type PlanId } from "@matinale/contracts";
import type { Stripe } from "stripe";
import {
  lineOf,
  type KnownPlan,
  type ProviderSubscription,
  type PurchaseDetails,
} from "../../domain/payment/payment-provider.ts";

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

/**
 * The item of the plan: operators may add others to a subscription. When no price is that of a plan, prices may have been
 * replaced after the purchase: then it is the first item.
 */
export const planItem = <Item extends PricedItem>(
  items: readonly Item[],
  prices: Prices,
): Item | undefined => items.find((item) => planOfPrice(item, prices) !== null) ?? items[0];

type PricedItem = Pick<Stripe.SubscriptionItem, "price">;

/** The plan that has this price today, or null. */
const planOfPrice = (item: PricedItem | undefined, prices: Prices): PlanId | null =>
  planIds.find((id) => prices[id] === item?.price.id) ?? null;

/** The plan with which the subscription was bought, or null. */
const planIn = (metadata: Stripe.Metadata): PlanId | null =>
  planIds.find((id) => metadata["planId"] === String(id)) ?? null;

export const labelOf = (planId: PlanId): Stripe.MetadataParam => ({ planId: String(planId) });

export function labelOfDetails(details: PurchaseDetails): Stripe.MetadataParam {
  const line = lineOf(details);
  return line === null ? {} : { details: line };
}

/** What a subscription needs for `toProviderSubscription`. */
export const expandedFields = ["latest_invoice.confirmation_secret", "pending_setup_intent"];

/**
 * Nothing is due for the first month, and there is no card for the next one. Stripe calls the subscription active
 * (docs.stripe.com/billing/subscriptions/deferred-payment); for us it waits as for a first payment.
 *
 * @param subscription  expanded with `latest_invoice`
 */
export const waitsForCard = (subscription: Stripe.Subscription): boolean => {
  const { status, default_payment_method, pending_setup_intent, latest_invoice } = subscription;
  return (
    status === "active" &&
    pending_setup_intent !== null &&
    default_payment_method === null &&
    invoiceOf(latest_invoice)?.billing_reason === "subscription_create"
  );
};

/**
 * The invoice of the present month is void. Stripe calls the subscription active then, although the month is not paid:
 * its end was interrupted.
 *
 * @param subscription  expanded with `latest_invoice`
 */
export const isRenewalVoid = ({ latest_invoice }: Stripe.Subscription): boolean => {
  const invoice = invoiceOf(latest_invoice);
  return invoice?.status === "void" && invoice.billing_reason === "subscription_cycle";
};

const invoiceOf = (latest: Stripe.Subscription["latest_invoice"]): Stripe.Invoice | null =>
  typeof latest === "string" ? null : latest;

/** What the browser does with its secret: it pays the open invoice, or saves the card of a free first month. */
function paymentOf(
  subscription: Stripe.Subscription,
): Pick<ProviderSubscription, "clientSecret" | "dueToday"> {
  const invoice = invoiceOf(subscription.latest_invoice);
  const { pending_setup_intent: setup } = subscription;
  if (invoice?.status === "open" && invoice.confirmation_secret) {
    const { client_secret: clientSecret } = invoice.confirmation_secret;
    return { clientSecret, dueToday: invoice.amount_due };
  }
  if (waitsForCard(subscription) && typeof setup !== "string" && setup?.client_secret) {
    return { clientSecret: setup.client_secret, dueToday: 0 };
  }
  return { clientSecret: null, dueToday: null };
}

/**
 * Translates a subscription of Stripe, expanded with `expandedFields`. Null when it is not for one of our plans.
 *
 * @param known  what is stored of a subscription: it has the plan when prices were replaced after the purchase
 */
export function toProviderSubscription(
  subscription: Stripe.Subscription,
  prices: Prices,
  known: KnownPlan | null = null,
): ProviderSubscription | null {
  const { id, status, created, metadata, cancel_at, ended_at, canceled_at } = subscription;
  const item = planItem(subscription.items.data, prices);
  const knownPlan = known?.id === id ? known.planId : null;
  const planId = planOfPrice(item, prices) ?? knownPlan ?? planIn(metadata);
  if (item === undefined || planId === null) return null;
  const state = waitsForCard(subscription) ? "open" : (states[status] ?? "over");
  const { latest_invoice: latest } = subscription;
  const invoice = invoiceOf(latest);
  const periodEndsAt = dateOf(item.current_period_end);
  const paidAt = invoice?.status === "paid" ? dateOrNull(invoice.status_transitions.paid_at) : null;
  const willEnd =
    dateOrNull(cancel_at) ?? (subscription.cancel_at_period_end ? periodEndsAt : null);
  const changed = planItem(subscription.pending_update?.subscription_items ?? [], prices);
  return {
    id,
    state,
    planId,
    createdAt: dateOf(created),
    paidAt: paidAt ?? dateOf(item.current_period_start),
    periodEndsAt,
    endsAt: state === "over" ? dateOrNull(ended_at ?? canceled_at) : willEnd,
    unpaidSince: state === "unpaid" && invoice ? dateOf(invoice.created) : null,
    ...paymentOf(subscription),
    details: metadata["details"] ?? null,
    changingTo: planOfPrice(changed, prices),
    lastInvoice: typeof latest === "string" ? latest : (latest?.id ?? null),
  };
}
