import { randomBytes } from "node:crypto";

/** Stripe's objects, with the fields that subscriptions need. Times are epoch seconds, amounts euro cents. */
export interface Customer {
  id: string;
  object: "customer";
  created: number;
  deleted?: true;
  metadata: Record<string, string>;
  invoice_settings: { default_payment_method: string | null };
}

/** How the bank reacts to a charge. */
export type Card = "none" | "good" | "declines" | "asks";

export interface Price {
  id: string;
  object: "price";
  currency: "eur";
  unit_amount: number;
  recurring: { interval: "month"; interval_count: 1 };
  product: string;
  active: true;
}

export interface Item {
  id: string;
  object: "subscription_item";
  price: Price;
  quantity: 1;
  current_period_start: number;
  current_period_end: number;
}

export interface Subscription {
  id: string;
  object: "subscription";
  status: "incomplete" | "incomplete_expired" | "active" | "past_due" | "canceled";
  customer: string;
  created: number;
  start_date: number;
  currency: "eur";
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  default_payment_method: string | null;
  metadata: Record<string, string>;
  items: { object: "list"; data: Item[]; has_more: false };
  latest_invoice: string | null;
  pending_update: { expires_at: number; subscription_items: Item[] } | null;
}

export interface Invoice {
  id: string;
  object: "invoice";
  status: "open" | "paid" | "void";
  customer: string;
  created: number;
  currency: "eur";
  amount_due: number;
  billing_reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  attempt_count: number;
  next_payment_attempt: number | null;
  status_transitions: { paid_at: number | null };
  parent: { type: "subscription_details"; subscription_details: { subscription: string } };
  confirmation_secret: { type: "payment_intent"; client_secret: string } | null;
}

export interface PaymentIntent {
  id: string;
  object: "payment_intent";
  status: "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
  amount: number;
  currency: "eur";
  customer: string;
  created: number;
  client_secret: string;
}

export interface Refund {
  id: string;
  object: "refund";
  status: "succeeded";
  amount: number;
  currency: "eur";
  payment_intent: string;
  reason: string | null;
  created: number;
}

export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  livemode: false;
  type: string;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

const price = (name: string, unit_amount: number): Price => ({
  id: `price_${name}`,
  object: "price",
  currency: "eur",
  unit_amount,
  recurring: { interval: "month", interval_count: 1 },
  product: `prod_${name}`,
  active: true,
});

/** Prices that always exist. More can be created. */
export const knownPrices = [
  price("essential", 499),
  price("premium", 999),
  price("professional", 1999),
];
