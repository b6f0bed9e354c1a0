import { Account } from "./account.ts";
import {
  isTaxable,
  monthAfter,
  newId,
  newSetupIntent,
  newSubscription,
  promotions,
  type Card,
  type Customer,
  type Invoice,
  type Item,
  type PaymentIntent,
  type Price,
  type SetupIntent,
  type Subscription,
} from "./objects.ts";
import { StripeFault, declined, known, missing, unknownPlace } from "./stripe-error.ts";

/** An unpaid first invoice expires after this time. */
const firstPaymentSeconds = 23 * 3_600;
/** Stripe ends the subscription after this many failed payments of a renewal. */
const lastAttempt = 5;

/** A Stripe account with the life cycle of its subscriptions: create, pay, change, renew, end. */
export class StripeAccount extends Account {
  subscription(id: string): Subscription {
    return known(this.subscriptions, "subscription", id);
  }

  /** Newest first. */
  subscriptionsOf(customer: string): Subscription[] {
    return [...this.subscriptions.values()]
      .filter((each) => each.customer === customer)
      .toReversed();
  }

  price(id: unknown): Price {
    return known(this.prices, "price", String(id), "items[0][price]");
  }

  /**
   * As with payment_behavior default_incomplete: the subscription waits for a payment in the browser. When nothing is
   * due, it is active at once, and asks for a card that the customer does not have
   * (docs.stripe.com/billing/subscriptions/deferred-payment).
   */
  subscribe(
    customer: string,
    price: Price,
    metadata: Record<string, string>,
    { tax, promotion }: { tax: boolean; promotion: string | undefined },
  ): Subscription {
    const { id, address, invoice_settings } = this.customer(customer, "customer");
    if (tax && !isTaxable(address)) throw unknownPlace();
    const amount = firstAmount(price, promotion);
    const subscription = newSubscription(this.now, id, price, metadata, tax);
    this.subscriptions.set(subscription.id, subscription);
    const invoice = this.createInvoice(subscription, amount, "subscription_create");
    if (invoice.status === "paid") {
      subscription.status = "active";
      if (invoice_settings.default_payment_method === null) this.#askCard(subscription);
    }
    this.publish("customer.subscription.created", subscription);
    return subscription;
  }

  #askCard(subscription: Subscription): void {
    const setup = newSetupIntent(this.now, subscription.customer);
    this.setups.set(setup.id, setup);
    subscription.pending_setup_intent = setup.id;
  }

  /** Clearing the flag keeps a date that was set without it. */
  endWithPeriod(subscription: Subscription, ends: boolean): void {
    const { cancel_at_period_end: isFlagged } = subscription;
    subscription.cancel_at_period_end = ends;
    if (ends) this.cancelAt(subscription, itemOf(subscription).current_period_end);
    else if (isFlagged) this.cancelAt(subscription, null);
  }

  /** @param at  epoch seconds; null clears the cancellation */
  cancelAt(subscription: Subscription, at: number | null): void {
    if (subscription.ended_at !== null) throw ended(subscription);
    if (subscription.schedule !== null) {
      throw new StripeFault(400, `The subscription is managed by ${subscription.schedule}`);
    }
    subscription.cancel_at = at;
    subscription.canceled_at = at === null ? null : this.now;
    this.publish("customer.subscription.updated", subscription);
  }

  /** As an operator does at Stripe, to plan a change. The planned changes themselves are not simulated. */
  plan(id: string) {
    const subscription = this.subscription(id);
    subscription.schedule = newId("sub_sched");
    return { id: subscription.schedule, object: "subscription_schedule", subscription: id };
  }

  releaseSchedule(id: string) {
    const subscription = [...this.subscriptions.values()].find(({ schedule }) => schedule === id);
    if (subscription === undefined) throw missing("subscription_schedule", id);
    subscription.schedule = null;
    return { id, object: "subscription_schedule", released_subscription: subscription.id };
  }

  /** The prorated difference to another price, for the rest of the month. Negative for a lower price. */
  proration(subscription: Subscription, price: Price): number {
    if (subscription.status !== "active") throw ended(subscription);
    const {
      current_period_start: start,
      current_period_end: end,
      price: old,
    } = itemOf(subscription);
    return Math.round(((price.unit_amount - old.unit_amount) * (end - this.now)) / (end - start));
  }

  /** Invoices the prorated change at once, as with payment_behavior pending_if_incomplete, and replaces one that waits. */
  changePrice(subscription: Subscription, price: Price): void {
    const amount = this.proration(subscription, price);
    if (subscription.pending_update) this.#discard(subscription);
    const { now } = this;
    const changed = { ...itemOf(subscription), price };
    const invoice = this.createInvoice(subscription, amount, "subscription_update");
    if (invoice.status === "paid" || this.charge(invoice)) {
      this.#apply(subscription, changed);
    } else {
      subscription.pending_update = {
        expires_at: now + firstPaymentSeconds,
        subscription_items: [changed],
      };
      this.publish("customer.subscription.updated", subscription);
    }
  }

  end(id: string): Subscription {
    const subscription = this.subscription(id);
    if (subscription.ended_at !== null) throw missing("subscription", id);
    this.#end(subscription, this.now, "canceled");
    return subscription;
  }

  removeCustomer(id: string): Customer {
    const customer = this.customer(id);
    if (customer.deleted) throw missing("customer", id);
    for (const each of this.subscriptionsOf(id)) if (each.ended_at === null) this.end(each.id);
    customer.deleted = true;
    customer.metadata = {};
    this.publish("customer.deleted", customer);
    return customer;
  }

  /** Pays with a client secret, as the browser does. @throws StripeFault  when the card is declined */
  confirm(intent: PaymentIntent, card: Card): void {
    const invoice = this.payable(intent);
    const subscription = this.subscription(invoice.parent.subscription_details.subscription);
    if (!this.charge(invoice, card)) throw declined();
    this.saveCard(intent.customer, card);
    subscription.default_payment_method = newId("pm");
    this.#paid(subscription, invoice);
  }

  /** Saves a card with a client secret, as the browser does. @throws StripeFault  when the card is declined */
  confirmSetup(setup: SetupIntent, card: Card): void {
    if (card !== "good") throw declined();
    setup.status = "succeeded";
    this.saveCard(setup.customer, card);
    for (const subscription of this.subscriptionsOf(setup.customer)) {
      if (subscription.pending_setup_intent !== setup.id) continue;
      subscription.pending_setup_intent = null;
      subscription.default_payment_method = newId("pm");
      this.publish("customer.subscription.updated", subscription);
    }
  }

  /** Tries again to pay an open invoice. @throws StripeFault  when the card is declined */
  pay(id: string): Invoice {
    const invoice = this.invoice(id);
    if (invoice.status === "paid") {
      throw new StripeFault(400, "Invoice is already paid", { code: "invoice_already_paid" });
    }
    if (!this.charge(invoice)) throw declined();
    this.#paid(this.subscription(invoice.parent.subscription_details.subscription), invoice);
    return invoice;
  }

  /**
   * Makes an open invoice void. A subscription that waits for its first payment expires; one whose renewal was not paid is
   * active again.
   */
  voidInvoice(id: string): Invoice {
    const invoice = this.invoice(id);
    if (invoice.status !== "open") {
      throw new StripeFault(400, "You can only pass in open invoices. This invoice isn't open.");
    }
    this.void(invoice);
    const subscription = this.subscription(invoice.parent.subscription_details.subscription);
    if (subscription.status === "incomplete") {
      this.#end(subscription, this.now, "incomplete_expired");
    } else if (subscription.status === "past_due" && subscription.latest_invoice === id) {
      subscription.status = "active";
      this.publish("customer.subscription.updated", subscription);
    }
    return invoice;
  }

  /** Advances the clock, and applies all due renewals, expirations and endings, in order of time. */
  advance(seconds: number): void {
    this.aheadSeconds += seconds;
    for (const subscription of this.subscriptions.values()) this.#catchUp(subscription);
  }

  #catchUp(subscription: Subscription): void {
    const { now } = this;
    if (subscription.ended_at !== null) return;
    if (subscription.status === "incomplete") {
      if (subscription.created + firstPaymentSeconds > now) return;
      this.#end(subscription, subscription.created + firstPaymentSeconds, "incomplete_expired");
      return;
    }
    const { pending_update } = subscription;
    if (pending_update && pending_update.expires_at <= now) this.#discard(subscription);
    const invoice = this.invoices.get(subscription.latest_invoice ?? "");
    const retryAt = invoice?.next_payment_attempt ?? null;
    if (subscription.status === "past_due" && invoice && retryAt !== null && retryAt <= now) {
      this.#retry(subscription, invoice);
    }
    const item = itemOf(subscription);
    if (subscription.status !== "active") return;
    const { cancel_at: endsAt } = subscription;
    if (endsAt !== null && endsAt <= Math.min(now, item.current_period_end)) {
      this.#end(subscription, endsAt, "canceled");
      return;
    }
    if (item.current_period_end > now) return;
    this.#renew(subscription, item);
    this.#catchUp(subscription);
  }

  /** Cancels a change that was not paid and voids its invoice. */
  #discard(subscription: Subscription): void {
    const invoice = this.invoices.get(subscription.latest_invoice ?? "");
    if (invoice) this.void(invoice);
    subscription.pending_update = null;
    this.publish("customer.subscription.updated", subscription);
  }

  #renew(subscription: Subscription, item: Item): void {
    item.current_period_start = item.current_period_end;
    item.current_period_end = monthAfter(item.current_period_end);
    const invoice = this.createInvoice(subscription, item.price.unit_amount, "subscription_cycle");
    if (!this.charge(invoice)) subscription.status = "past_due";
    this.publish("customer.subscription.updated", subscription);
  }

  #retry(subscription: Subscription, invoice: Invoice): void {
    if (this.charge(invoice)) this.#paid(subscription, invoice);
    else if (invoice.attempt_count >= lastAttempt) {
      this.#end(subscription, this.now, "canceled");
    }
  }

  #paid(subscription: Subscription, invoice: Invoice): void {
    const [changed] = subscription.pending_update?.subscription_items ?? [];
    if (changed && subscription.latest_invoice === invoice.id) {
      this.#apply(subscription, changed);
      return;
    }
    if (subscription.ended_at === null) subscription.status = "active";
    this.publish("customer.subscription.updated", subscription);
  }

  #apply(subscription: Subscription, item: Item): void {
    subscription.items.data = [item];
    subscription.pending_update = null;
    this.publish("customer.subscription.updated", subscription);
  }

  #end(subscription: Subscription, at: number, status: "canceled" | "incomplete_expired"): void {
    const wasOpen = subscription.status === "incomplete";
    subscription.status = status;
    subscription.ended_at = at;
    subscription.canceled_at ??= at;
    const invoice = this.invoices.get(subscription.latest_invoice ?? "");
    if (invoice && (wasOpen || subscription.pending_update)) this.void(invoice);
    else if (invoice?.status === "open") invoice.next_payment_attempt = null;
    subscription.pending_update = null;
    this.publish("customer.subscription.deleted", subscription);
  }
}

export function itemOf(subscription: Subscription): Item {
  const [item] = subscription.items.data;
  if (!item) throw new StripeFault(500, "The simulated subscription has no item");
  return item;
}

/** Cents of the first month. */
export function firstAmount(price: Price, promotion: string | undefined): number {
  const { percentOff } = promotion === undefined ? { percentOff: 0 } : usable(promotion);
  return Math.round((price.unit_amount * (100 - percentOff)) / 100);
}

function usable(promotion: string) {
  const found = promotions.find(({ id, active }) => id === promotion && active);
  if (!found) throw missing("promotion code", promotion, "discounts[0][promotion_code]");
  return found;
}

const ended = ({ id, status }: Subscription) =>
  new StripeFault(400, `${id} is ${status} and cannot be changed`);
