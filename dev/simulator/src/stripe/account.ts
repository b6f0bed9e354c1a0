import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { StripeFault, known, missing, refusedAddress, unknownPlace } from "./stripe-error.ts";
import {
  chargeOf,
  isTaxable,
  newCustomer,
  newEvent,
  newId,
  newInvoice,
  newPaymentIntent,
  newPrice,
  newRefund,
  type Address,
  type Card,
  type Customer,
  type Invoice,
  type PaymentIntent,
  type Refund,
  type SetupIntent,
  type StripeEvent,
  type Subscription,
} from "./objects.ts";

const ownersFile =
  process.env["PRODUCT_FILE"] || new URL("../../../../config/product.yaml", import.meta.url);
const schema = z.object({ plans: z.array(z.object({ priceEur: z.int() })).length(3) });
const { plans } = schema.parse(parse(readFileSync(ownersFile, "utf8")));

/** Those of the owner's file: billing refuses to start with others. */
const prices = ["essential", "premium", "professional"].map((name, index) =>
  newPrice(name, plans[index]?.priceEur ?? 0),
);

const daySeconds = 86_400;

/** A mailbox at a name that a host can have (RFC 1123, 2.1). */
const mailbox = /^[^@\s]+@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i;

/** A Stripe account: its objects and its payments. `StripeAccount` handles subscriptions. */
export class Account {
  readonly customers = new Map<string, Customer>();
  readonly prices = new Map(prices.map((price) => [price.id, price]));
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly intents = new Map<string, PaymentIntent>();
  readonly setups = new Map<string, SetupIntent>();
  /** By payment intent. Only whole payments can be refunded. */
  readonly refunds = new Map<string, Refund>();
  /** By customer: how the bank reacts to charges without the customer. */
  readonly #cards = new Map<string, Card>();
  /** Ids of charges. */
  readonly #disputed = new Set<string>();
  /** By payment intent. */
  readonly #paysFor = new Map<string, Invoice>();
  /** All events, oldest first. */
  readonly events: StripeEvent[] = [];
  /** How far a test has advanced the clock. */
  protected aheadSeconds = 0;
  readonly #now: () => number;
  readonly #onEvent: (event: StripeEvent) => void;

  constructor(now: () => number, onEvent: (event: StripeEvent) => void) {
    this.#now = now;
    this.#onEvent = onEvent;
  }

  /** Epoch seconds. */
  get now(): number {
    return Math.floor(this.#now() / 1000) + this.aheadSeconds;
  }

  publish(type: string, object: object, previous?: object): void {
    const event = newEvent(this.now, type, object, previous);
    this.events.push(event);
    this.#onEvent(event);
  }

  customer(id: string, param?: string): Customer {
    const found = this.customers.get(id);
    if (!found || (found.deleted && param !== undefined)) throw missing("customer", id, param);
    return found;
  }

  invoice(id: string): Invoice {
    return known(this.invoices, "invoice", id);
  }

  createCustomer(metadata: Record<string, string>): Customer {
    const customer = newCustomer(this.now, metadata);
    this.customers.set(customer.id, customer);
    this.publish("customer.created", customer);
    return customer;
  }

  changeCustomer(
    id: string,
    {
      email,
      ...change
    }: {
      /** Empty: none. */
      email?: string | undefined;
      preferred_locales?: string[] | undefined;
      address?: Address | undefined;
    },
    validatesLocation = false,
  ) {
    // the id is in the address of the call, so Stripe calls it `id` in the error
    const customer = this.customer(id, "id");
    if (email && !mailbox.test(email)) throw refusedAddress(email);
    if (validatesLocation && !isTaxable(change.address ?? null)) throw unknownPlace();
    Object.assign(customer, change, email === undefined ? {} : { email: email || null });
    this.publish("customer.updated", customer);
    return customer;
  }

  /** The card with which the browser paid: later charges use it, but it is not the default of the customer. */
  saveCard(customer: string, card: Card): void {
    this.#cards.set(customer, card);
  }

  /** Sets the default card of the customer, as the billing portal does. */
  setCard(customer: Customer, card: Card): void {
    const before = customer.invoice_settings.default_payment_method;
    this.saveCard(customer.id, card);
    customer.invoice_settings.default_payment_method = card === "none" ? null : newId("pm");
    this.publish("customer.updated", customer, {
      invoice_settings: { default_payment_method: before },
    });
  }

  createInvoice(
    subscription: Subscription,
    amount: number,
    reason: Invoice["billing_reason"],
  ): Invoice {
    const invoice = newInvoice(this.now, subscription, amount, reason);
    this.invoices.set(invoice.id, invoice);
    subscription.latest_invoice = invoice.id;
    if (amount > 0) {
      const intent = newPaymentIntent(this.now, invoice);
      const { id, client_secret } = intent;
      this.intents.set(id, intent);
      this.#paysFor.set(id, invoice);
      invoice.confirmation_secret = { type: "payment_intent", client_secret };
    }
    this.publish("invoice.created", invoice);
    if (amount <= 0) this.publish("invoice.paid", invoice);
    return invoice;
  }

  intentOf(invoice: Invoice): PaymentIntent | undefined {
    return [...this.intents.values()].find(({ id }) => this.#paysFor.get(id) === invoice);
  }

  /** Tries once to charge the card. @returns true when the charge succeeded */
  charge(invoice: Invoice, card = this.#cards.get(invoice.customer)): boolean {
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

  void(invoice: Invoice): void {
    const intent = this.intentOf(invoice);
    if (invoice.status !== "open") return;
    invoice.status = "void";
    invoice.next_payment_attempt = null;
    if (intent) intent.status = "canceled";
  }

  /** @throws StripeFault  when nothing was paid or the payment was refunded already */
  refund(paymentIntent: string, reason: string | null): Refund {
    const intent = known(this.intents, "payment_intent", paymentIntent, "payment_intent");
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
    const refund = newRefund(this.now, intent, reason);
    this.refunds.set(intent.id, refund);
    this.publish("refund.created", refund);
    this.publish("charge.refunded", this.chargeById(intent.latest_charge));
    return refund;
  }

  chargeById(id: string): ReturnType<typeof chargeOf> {
    const intent = [...this.intents.values()].find(({ latest_charge }) => latest_charge === id);
    if (intent?.status !== "succeeded") throw missing("charge", id);
    const refunded = this.refunds.has(intent.id);
    return chargeOf(intent, { refunded, disputed: this.#disputed.has(id) });
  }

  /** The cardholder's bank takes the money back. */
  dispute(chargeId: string): void {
    const { id } = this.chargeById(chargeId);
    this.#disputed.add(id);
    const dispute = { id: newId("dp"), object: "dispute", charge: id, status: "needs_response" };
    this.publish("charge.dispute.created", dispute);
  }

  invoiceOf(paymentIntent: string): Invoice {
    return known(this.#paysFor, "payment_intent", paymentIntent, "payment_intent");
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
}
