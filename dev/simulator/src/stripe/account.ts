import { StripeFault, missing } from "./stripe-error.ts";
import { knownPrices, newId } from "./objects.ts";
import type {
  Card,
  Customer,
  StripeEvent,
  Invoice,
  Item,
  PaymentIntent,
  Price,
  Refund,
  Subscription,
} from "./objects.ts";

const daySeconds = 86_400;

/** A month later, as in Stripe: the same day, or the last day of a shorter month. */
export function monthAfter(seconds: number): number {
  const from = new Date(seconds * 1000);
  const next = new Date(from);
  next.setUTCMonth(from.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next.getTime() / 1000;
}

/** A Stripe account: its objects and its payments. `Subscriptions` handles subscriptions. */
export class Account {
  readonly customers = new Map<string, Customer>();
  readonly prices = new Map<string, Price>(knownPrices.map((price) => [price.id, price]));
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly intents = new Map<string, PaymentIntent>();
  /** By payment intent. Only whole payments can be refunded. */
  readonly refunds = new Map<string, Refund>();
  /** How the bank reacts to charges without the customer. */
  readonly #cards = new Map<string, Card>();
  /** By payment intent. */
  readonly #paysFor = new Map<string, Invoice>();
  /** All events, oldest first. */
  readonly events: StripeEvent[] = [];
  readonly #now: () => number;
  readonly #onEvent: (event: StripeEvent) => void;

  constructor(now: () => number, onEvent: (event: StripeEvent) => void) {
    this.#now = now;
    this.#onEvent = onEvent;
  }

  /** Epoch seconds. */
  get now(): number {
    return Math.floor(this.#now() / 1000);
  }

  publish(type: string, object: unknown, previous?: Record<string, unknown>): void {
    const event: StripeEvent = {
      id: newId("evt"),
      object: "event",
      api_version: "2026-10-28.endive",
      created: this.now,
      livemode: false,
      type,
      data: {
        object: structuredClone(object),
        ...(previous === undefined ? {} : { previous_attributes: previous }),
      },
    };
    this.events.push(event);
    this.#onEvent(event);
  }

  customer(id: string, param?: string): Customer {
    const found = this.customers.get(id);
    if (!found || (found.deleted && param !== undefined)) throw missing("customer", id, param);
    return found;
  }

  createCustomer(metadata: Record<string, string>): Customer {
    const customer: Customer = {
      id: newId("cus"),
      object: "customer",
      created: this.now,
      metadata,
      invoice_settings: { default_payment_method: null },
    };
    this.customers.set(customer.id, customer);
    this.publish("customer.created", customer);
    return customer;
  }

  cardOf(customer: string): Card {
    return this.#cards.get(customer) ?? "none";
  }

  /** Sets the customer's card, as the browser or the billing portal does. */
  setCard(customer: Customer, card: Card): void {
    const before = customer.invoice_settings.default_payment_method;
    this.#cards.set(customer.id, card);
    customer.invoice_settings.default_payment_method = card === "none" ? null : newId("pm");
    this.publish("customer.updated", customer, {
      invoice_settings: { default_payment_method: before },
    });
  }

  bill(
    subscription: Subscription,
    amount: number,
    reason: Invoice["billing_reason"],
  ): { invoice: Invoice; intent: PaymentIntent | null } {
    const invoice: Invoice = {
      id: newId("in"),
      object: "invoice",
      status: amount > 0 ? "open" : "paid",
      customer: subscription.customer,
      created: this.now,
      currency: "eur",
      amount_due: Math.max(0, amount),
      billing_reason: reason,
      attempt_count: 0,
      next_payment_attempt: null,
      status_transitions: { paid_at: amount > 0 ? null : this.now },
      parent: {
        type: "subscription_details",
        subscription_details: { subscription: subscription.id },
      },
      confirmation_secret: null,
    };
    this.invoices.set(invoice.id, invoice);
    subscription.latest_invoice = invoice.id;
    const intent = amount > 0 ? this.#intentFor(invoice) : null;
    this.publish("invoice.created", invoice);
    if (amount <= 0) this.publish("invoice.paid", invoice);
    return { invoice, intent };
  }

  #intentFor(invoice: Invoice): PaymentIntent {
    const id = newId("pi");
    const intent: PaymentIntent = {
      id,
      object: "payment_intent",
      status: "requires_payment_method",
      amount: invoice.amount_due,
      currency: "eur",
      customer: invoice.customer,
      created: this.now,
      client_secret: newId(`${id}_secret`),
    };
    this.intents.set(id, intent);
    this.#paysFor.set(id, invoice);
    invoice.confirmation_secret = { type: "payment_intent", client_secret: intent.client_secret };
    return intent;
  }

  intentOf(invoice: Invoice): PaymentIntent | undefined {
    return [...this.intents.values()].find(({ id }) => this.#paysFor.get(id) === invoice);
  }

  /** Tries once to charge the card. @returns true when the charge succeeded */
  charge(invoice: Invoice, card: Card): boolean {
    const intent = this.intentOf(invoice);
    if (invoice.status !== "open" || !intent) return invoice.status === "paid";
    invoice.attempt_count += 1;
    if (card === "good") {
      invoice.status = "paid";
      invoice.status_transitions.paid_at = this.now;
      invoice.next_payment_attempt = null;
      intent.status = "succeeded";
      this.publish("payment_intent.succeeded", intent);
      this.publish("invoice.paid", invoice);
      return true;
    }
    intent.status = card === "asks" ? "requires_action" : "requires_payment_method";
    invoice.next_payment_attempt = this.now + 3 * daySeconds;
    this.publish("payment_intent.payment_failed", intent);
    this.publish("invoice.payment_failed", invoice);
    return false;
  }

  /** Voids an invoice that was not paid in time. */
  void(invoice: Invoice): void {
    const intent = this.intentOf(invoice);
    if (invoice.status !== "open") return;
    invoice.status = "void";
    invoice.next_payment_attempt = null;
    if (intent) intent.status = "canceled";
  }

  /** @throws StripeFault  when nothing was paid or the payment was refunded already */
  refund(paymentIntent: string, reason: string | null): Refund {
    const intent = this.intents.get(paymentIntent);
    if (!intent) throw missing("payment_intent", paymentIntent, "payment_intent");
    if (intent.status !== "succeeded") {
      throw new StripeFault(400, `This PaymentIntent (${intent.id}) has no successful charge.`, {
        param: "payment_intent",
      });
    }
    if (this.refunds.has(intent.id)) {
      throw new StripeFault(400, "This charge has already been refunded.", {
        code: "charge_already_refunded",
      });
    }
    const refund: Refund = {
      id: newId("re"),
      object: "refund",
      status: "succeeded",
      amount: intent.amount,
      currency: "eur",
      payment_intent: intent.id,
      reason,
      created: this.now,
    };
    this.refunds.set(intent.id, refund);
    this.publish("refund.created", refund);
    return refund;
  }

  /** The invoice that the browser pays. @throws StripeFault  when it needs no payment any more */
  payable(intent: PaymentIntent): Invoice {
    const invoice = this.#paysFor.get(intent.id);
    if (intent.status === "succeeded" || intent.status === "canceled" || !invoice) {
      throw new StripeFault(400, `This PaymentIntent's status is ${intent.status}.`, {
        code: "payment_intent_unexpected_state",
      });
    }
    return invoice;
  }

  newItem(price: Price): Item {
    return {
      id: newId("si"),
      object: "subscription_item",
      price,
      quantity: 1,
      current_period_start: this.now,
      current_period_end: monthAfter(this.now),
    };
  }
}
