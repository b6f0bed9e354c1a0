import { randomBytes } from "node:crypto";

// Stripe's objects, with the fields that subscriptions need. Times are epoch seconds, amounts euro cents.

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

/** Widens the inferred type of a field that later gets other values. */
const of = <Type>(value: Type): Type => value;

/** How the bank reacts to a charge. */
export const cards = ["none", "good", "declines", "asks"] as const;
export type Card = (typeof cards)[number];

export type Customer = ReturnType<typeof newCustomer>;
export const newCustomer = (created: number, metadata: Record<string, string>) => ({
  id: newId("cus"),
  object: "customer",
  created,
  deleted: of<true | undefined>(undefined),
  metadata,
  email: of<string | null>(null),
  preferred_locales: of<string[]>([]),
  invoice_settings: { default_payment_method: of<string | null>(null) },
  address: of<Address | null>(null),
});

export interface Address {
  country: string;
  postal_code?: string | undefined;
}

/** Whether Stripe Tax knows the place: in the United States and Canada it needs the postcode. */
export const isTaxable = (address: Address | null): boolean =>
  address !== null &&
  (!["US", "CA"].includes(address.country) || address.postal_code !== undefined);

/** Promotion codes of the account, for the first invoice. */
export const promotions = [
  { id: "promo_matin20", object: "promotion_code", code: "MATIN20", active: true, percentOff: 20 },
  { id: "promo_gratuit", object: "promotion_code", code: "GRATUIT", active: true, percentOff: 100 },
  { id: "promo_past", object: "promotion_code", code: "PAST", active: false, percentOff: 20 },
];

export type Price = ReturnType<typeof newPrice>;
export const newPrice = (name: string, unit_amount: number) => ({
  id: `price_${name}`,
  object: "price",
  currency: "eur",
  unit_amount,
  recurring: { interval: "month", interval_count: 1 },
  product: `prod_${name}`,
  tax_behavior: "inclusive",
  active: true,
});

export type Item = ReturnType<typeof newItem>;
const newItem = (price: Price, current_period_start: number) => ({
  id: newId("si"),
  object: "subscription_item",
  price,
  quantity: 1,
  current_period_start,
  current_period_end: monthAfter(current_period_start),
});

/** A month later, as in Stripe: the same day, or the last day of a shorter month. */
export function monthAfter(seconds: number): number {
  const from = new Date(seconds * 1000);
  const next = new Date(from);
  next.setUTCMonth(from.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next.getTime() / 1000;
}

type SubscriptionStatus = "incomplete" | "incomplete_expired" | "active" | "past_due" | "canceled";
export type Subscription = ReturnType<typeof newSubscription>;
export const newSubscription = (
  created: number,
  customer: string,
  price: Price,
  metadata: Record<string, string>,
  automaticTax: boolean,
) => ({
  id: newId("sub"),
  object: "subscription",
  status: of<SubscriptionStatus>("incomplete"),
  customer,
  created,
  start_date: created,
  currency: "eur",
  cancel_at: of<number | null>(null),
  cancel_at_period_end: false,
  canceled_at: of<number | null>(null),
  ended_at: of<number | null>(null),
  default_payment_method: of<string | null>(null),
  metadata,
  items: { object: "list", data: [newItem(price, created)], has_more: false },
  latest_invoice: of<string | null>(null),
  automatic_tax: { enabled: automaticTax },
  pending_setup_intent: of<string | null>(null),
  schedule: of<string | null>(null),
  pending_update: of<{ expires_at: number; subscription_items: Item[] } | null>(null),
});

let invoicesMade = 0;

type BillingReason = "subscription_create" | "subscription_cycle" | "subscription_update";
export type Invoice = ReturnType<typeof newInvoice>;
export const newInvoice = (
  created: number,
  subscription: Subscription,
  amount: number,
  billing_reason: BillingReason,
) => ({
  id: newId("in"),
  object: "invoice",
  status: of<"open" | "paid" | "void">(amount > 0 ? "open" : "paid"),
  customer: subscription.customer,
  created,
  currency: "eur",
  amount_due: Math.max(0, amount),
  total: amount,
  number: `SIM-${String((invoicesMade += 1)).padStart(4, "0")}`,
  hosted_invoice_url: "https://invoice.stripe.invalid/simulated",
  invoice_pdf: "https://invoice.stripe.invalid/simulated.pdf",
  billing_reason,
  attempt_count: 0,
  next_payment_attempt: of<number | null>(null),
  status_transitions: { paid_at: amount > 0 ? null : created },
  parent: {
    type: "subscription_details",
    subscription_details: { subscription: subscription.id },
  },
  confirmation_secret: of<{ type: string; client_secret: string } | null>(null),
});

type IntentStatus = "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
export type PaymentIntent = ReturnType<typeof newPaymentIntent>;
export const newPaymentIntent = (created: number, { amount_due, customer }: Invoice) => {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    latest_charge: newId("ch"),
    status: of<IntentStatus>("requires_payment_method"),
    amount: amount_due,
    currency: "eur",
    customer,
    created,
    client_secret: newId(`${id}_secret`),
  };
};

/** Saves a card without a payment. */
export type SetupIntent = ReturnType<typeof newSetupIntent>;
export const newSetupIntent = (created: number, customer: string) => {
  const id = newId("seti");
  return {
    id,
    object: "setup_intent",
    status: of<"requires_payment_method" | "succeeded">("requires_payment_method"),
    customer,
    created,
    client_secret: newId(`${id}_secret`),
  };
};

/** The charge of a payment that succeeded. */
export const chargeOf = (
  intent: PaymentIntent,
  went: { refunded: boolean; disputed: boolean },
) => ({
  id: intent.latest_charge,
  object: "charge",
  amount: intent.amount,
  currency: "eur",
  customer: intent.customer,
  payment_intent: intent.id,
  ...went,
});

export type Refund = ReturnType<typeof newRefund>;
export const newRefund = (created: number, intent: PaymentIntent, reason: string | null) => ({
  id: newId("re"),
  object: "refund",
  status: "succeeded",
  amount: intent.amount,
  currency: "eur",
  payment_intent: intent.id,
  reason,
  created,
});

export type StripeEvent = ReturnType<typeof newEvent>;
export const newEvent = (created: number, type: string, object: unknown, previous?: object) => ({
  id: newId("evt"),
  object: "event",
  api_version: "2026-10-28.endive",
  created,
  livemode: false,
  type,
  data: structuredClone({ object, previous_attributes: previous }),
});
