import type { PlanId, UserId } from "@matinale/contracts";

/** A subscription of the payment provider, in the terms of this domain. */
export interface ProviderSubscription {
  id: string;
  /**
   * - `open`: waits for its first payment, gives nothing
   * - `running`: paid
   * - `unpaid`: was paid before; the last payment failed
   * - `over`: ended, or never paid in time
   */
  state: "open" | "running" | "unpaid" | "over";
  planId: PlanId;
  createdAt: Date;
  /** When its last bill was paid; while that one is open, when the month began. */
  paidAt: Date;
  periodEndsAt: Date;
  /** When it will end, or has ended. */
  endsAt: Date | null;
  /** When the unpaid bill was made. */
  unpaidSince: Date | null;
  /** For the browser, to pay the open bill. */
  clientSecret: string | null;
  /** A change of plan that waits for its payment. */
  changingTo: PlanId | null;
  /** Changes with every bill: makes the key of the next change of plan a new one. */
  lastBill: string | null;
}

/** Takes payments. Every method is safe to repeat; `key` makes a repeated call answer as the first. */
export interface PaymentProvider {
  createCustomer(userId: UserId, key: string): Promise<string>;
  /** Forgets the person and ends their subscriptions; what the law wants kept stays with the provider. */
  forgetCustomer(customerId: string): Promise<void>;
  /** Of every state, the newest first. @throws CustomerGone */
  subscriptionsOf(customerId: string): Promise<ProviderSubscription[]>;
  /** Opens a subscription, to be paid in the browser. @throws CheckoutRaced */
  subscribe(customerId: string, planId: PlanId, key: string): Promise<ProviderSubscription>;
  /** Prorated and charged at once; `changingTo` and `clientSecret` are set when the payment needs the person. */
  changePlan(id: string, planId: PlanId, key: string): Promise<ProviderSubscription>;
  /** Sets or clears the cancellation at the end of the paid month. */
  endWithPeriod(id: string, ends: boolean): Promise<void>;
  /** Ends an unpaid subscription at once. @returns false when it was paid meanwhile; then it stays. */
  endUnpaid(id: string): Promise<boolean>;
  /**
   * Refunds the payments of the current month and ends the subscription at once.
   *
   * @returns bills whose refund the provider refuses: they need a person
   */
  endDuplicate(id: string): Promise<string[]>;
  /**
   * Charges the card that the person has given last from here on, and tries to take an unpaid bill
   * from it. A card that is declined changes nothing else.
   */
  useNewCard(id: string): Promise<void>;
  /** A page of the provider on which the card can be replaced, for some minutes. */
  updateCardLink(customerId: string): Promise<string>;
}

/** The provider is unreachable, failing, or refuses our key: a later call may succeed. */
export class PaymentsAway extends Error {
  /** The provider would repeat its error for the same key. */
  readonly repeats: boolean;
  constructor(message: string, options: { repeats: boolean; cause: unknown }) {
    super(message, { cause: options.cause });
    this.name = "PaymentsAway";
    this.repeats = options.repeats;
  }
}

/** Another call used the same idempotency key, for another plan or at the same time: read and decide again. */
export class CheckoutRaced extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.name = "CheckoutRaced";
  }
}

/** The provider has deleted this customer. */
export class CustomerGone extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.name = "CustomerGone";
  }
}

/** The provider understood and refused. */
export class PaymentRefused extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.name = "PaymentRefused";
  }
}
