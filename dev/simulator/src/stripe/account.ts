import { StripeFault, missing } from "./stripe-error.ts";
import { knownPrices, newId } from "./objects.ts";
import type {
  Card,
  Customer,
  Happening,
  Invoice,
  Item,
  PaymentIntent,
  Price,
  Refund,
  Subscription,
} from "./objects.ts";

const daySeconds = 86_400;

/** A month later, as Stripe counts: the same day, or the last of a shorter month. */
export function monthAfter(seconds: number): number {
  const from = new Date(seconds * 1000);
  const next = new Date(from);
  next.setUTCMonth(from.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next.getTime() / 1000;
}

/** A Stripe account: what is in it, and how money moves. Subscriptions live in `Subscriptions`. */
export class Account {
  readonly customers = new Map<string, Customer>();
  readonly prices = new Map<string, Price>(knownPrices.map((price) => [price.id, price]));
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly intents = new Map<string, PaymentIntent>();
  /** By payment intent: only whole payments are refunded here. */
  readonly refunds = new Map<string, Refund>();
  /** What the bank says to charges without the customer. */
  readonly #cards = new Map<string, Card>();
  /** By payment intent. */
  readonly #paysFor = new Map<string, Invoice>();
  /** Every event there was, oldest first. */
  readonly events: Happening[] = [];
  readonly #now: () => number;
  readonly #announce: (event: Happening) => void;

  constructor(now: () => number, announce: (event: Happening) => void) {
    this.#now = now;
    this.#announce = announce;
  }

  /** Epoch seconds. */
  get now(): number {
    return Math.floor(this.#now() / 1000);
  }

  tell(type: string, object: unknown, previous?: Record<string, unknown>): void {
    const event: Happening = {
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
    this.#announce(event);
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
    this.tell("customer.created", customer);
    return customer;
  }

  cardOf(customer: string): Card {
    return this.#cards.get(customer) ?? "none";
  }

  /** The customer's card from here on, as given in the browser or on the billing portal. */
  setCard(customer: Customer, card: Card): void {
    const before = customer.invoice_settings.default_payment_method;
    this.#cards.set(customer.id, card);
    customer.invoice_settings.default_payment_method = card === "none" ? null : newId("pm");
    this.tell("customer.updated", customer, {
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
    this.tell("invoice.created", invoice);
    if (amount <= 0) this.tell("invoice.paid", invoice);
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

  /** One attempt to take the money. @returns whether it was taken */
  charge(invoice: Invoice, card: Card): boolean {
    const intent = this.intentOf(invoice);
    if (invoice.status !== "open" || !intent) return invoice.status === "paid";
    invoice.attempt_count += 1;
    if (card === "good") {
      invoice.status = "paid";
      invoice.status_transitions.paid_at = this.now;
      invoice.next_payment_attempt = null;
      intent.status = "succeeded";
      this.tell("payment_intent.succeeded", intent);
      this.tell("invoice.paid", invoice);
      return true;
    }
    intent.status = card === "asks" ? "requires_action" : "requires_payment_method";
    invoice.next_payment_attempt = this.now + 3 * daySeconds;
    this.tell("payment_intent.payment_failed", intent);
    this.tell("invoice.payment_failed", invoice);
    return false;
  }

  /** A bill that was not paid in time is owed no more. */
  void(invoice: Invoice): void {
    const intent = this.intentOf(invoice);
    if (invoice.status !== "open") return;
    invoice.status = "void";
    invoice.next_payment_attempt = null;
    if (intent) intent.status = "canceled";
  }

  /** @throws StripeFault when nothing was paid, or it was given back already */
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
    this.tell("refund.created", refund);
    return refund;
  }

  /** The invoice that the browser pays. @throws StripeFault when there is nothing to pay any more */
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
