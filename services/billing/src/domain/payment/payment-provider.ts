import type { Language, Plan, PlanId, UserId } from "@matinale/contracts";
import type { planChoice } from "@matinale/contracts/api";
import type { z } from "zod";

/** What a person gives with the plan. */
export type PurchaseDetails = Pick<
  Partial<z.output<typeof planChoice>>,
  "address" | "promotionCode"
>;

/** The details in one line, to compare them. Null without any. */
export function lineOf({ address, promotionCode }: PurchaseDetails): string | null {
  const given = [address?.country, address?.postalCode, promotionCode];
  return (
    given
      .filter((each) => each !== undefined)
      .join(" ")
      .toUpperCase() || null
  );
}

/** A subscription of the payment provider, in the terms of this domain. */
export interface ProviderSubscription {
  id: string;
  /**
   * - `open`: waits for its first payment, or for a card if the first month is free; no plan is in force
   * - `running`: paid
   * - `unpaid`: was paid before; the last payment failed
   * - `over`: ended, or never paid in time
   */
  state: "open" | "running" | "unpaid" | "over";
  planId: PlanId;
  createdAt: Date;
  /** When the last invoice was paid; while it is open, the start of the month. */
  paidAt: Date;
  periodEndsAt: Date;
  /** When the subscription will end or has ended. */
  endsAt: Date | null;
  unpaidSince: Date | null;
  /** With it the browser pays the open invoice, or saves the card. */
  clientSecret: string | null;
  /** Cents that the client secret pays: 0 when it saves the card. Null without a secret. */
  dueToday: number | null;
  /** What the person gave when they bought it, as in `lineOf`. */
  details: string | null;
  /** A change of plan that waits for its payment. */
  changingTo: PlanId | null;
  /** Id of the last invoice. Part of the idempotency key of a change of plan, so that each month has its own key. */
  lastInvoice: string | null;
}

export type KnownPlan = Pick<ProviderSubscription, "id" | "planId">;

/** Where the provider sends receipts and notices of failed payments. */
export interface Contact {
  email: string;
  language: Language;
}

export interface Contacts {
  /** Null when the account does not exist any more. @throws when the provider does not answer: request again later */
  of(userId: UserId): Promise<Contact | null>;
}

export interface Invoice {
  id: string;
  number: string | null;
  createdAt: Date;
  /** Cents. */
  amount: number;
  /** ISO 4217, lower case. */
  currency: string;
  state: "paid" | "open" | "void";
  /** Addresses at the provider, null while it prepares them. */
  pageUrl: string | null;
  pdfUrl: string | null;
}

export interface ChangePreview {
  /** Cents charged today. */
  dueToday: number;
  /** Cents that count towards the next invoices, because the new plan costs less. */
  credited: number;
}

export interface ReturnedPayment {
  customerId: string;
  subscriptionId: string;
  /** Only the difference to another plan was refunded: the month itself is still paid. */
  isChangeRefund: boolean;
}

/** A page of the provider: `card` replaces the card, `details` shows cards and the address on invoices. */
export type PortalPage = "card" | "details";

/** Takes payments. Every method is safe to repeat: a call with the same `key` returns the first result. */
export interface PaymentProvider {
  createCustomer(userId: UserId, key: string): Promise<string>;
  /** Does nothing when the customer was deleted. */
  setContact(customerId: string, contact: Contact): Promise<void>;
  /**
   * Deletes the customer, ends their subscriptions and makes open invoices void. The provider keeps invoices, as the law
   * requires.
   */
  deleteCustomer(customerId: string): Promise<void>;
  /**
   * Subscriptions in every state, the newest first.
   *
   * @param known  the stored plan of one of them, for a price that was replaced after the purchase
   * @throws CustomerDeleted
   */
  subscriptionsOf(customerId: string, known?: KnownPlan | null): Promise<ProviderSubscription[]>;
  /**
   * Opens a subscription. The browser pays it, or saves the card for the next month.
   *
   * @throws CheckoutConflict, CustomerDeleted, RepeatedRefusal
   */
  subscribe(
    customerId: string,
    planId: PlanId,
    details: PurchaseDetails,
    key: string,
  ): Promise<ProviderSubscription>;
  /**
   * Whether `subscribe` would put the plan in force without the browser: nothing is due, for example with a promotion code
   * or a credit, and the customer has a card for the next month.
   *
   * @throws CustomerDeleted, RepeatedRefusal
   */
  startsAtOnce(customerId: string, planId: PlanId, details: PurchaseDetails): Promise<boolean>;
  /**
   * Changes the plan, prorated and charged at once. `changingTo` and `clientSecret` are set when the person must
   * confirm the payment.
   */
  changePlan(id: string, planId: PlanId, key: string): Promise<ProviderSubscription>;
  previewChange(id: string, planId: PlanId): Promise<ChangePreview>;
  /** Cancels the subscription at the end of the paid month. */
  endWithPeriod(id: string): Promise<void>;
  /** Clears a cancellation, also one that an operator has set for another date. */
  keepRenewing(id: string): Promise<void>;
  /**
   * Ends an unpaid subscription at once, and makes its open invoice void.
   *
   * @returns false when it was paid meanwhile: then it stays
   */
  endUnpaid(id: string): Promise<boolean>;
  /**
   * Refunds the payments of the current month and ends the subscription at once.
   *
   * @returns ids of invoices whose refund the provider refuses: an operator must handle them
   */
  endDuplicate(id: string): Promise<string[]>;
  /**
   * The running subscription whose current month was paid by this charge, when the charge was refunded in full or is
   * disputed. Null for earlier months, for refunds in part, and when the subscription has ended.
   */
  refundedOrDisputed(chargeId: string): Promise<ReturnedPayment | null>;
  /** Ends a subscription at once, without a refund. */
  endNow(id: string): Promise<void>;
  /** Uses the person's new card from now on, also for an unpaid invoice. A declined card changes nothing else. */
  useNewCard(id: string): Promise<void>;
  /** @returns the address of a page of the provider for this person, valid for some minutes */
  portalLink(customerId: string, page: PortalPage): Promise<string>;
  /** The last 24 invoices, the newest first. */
  invoicesOf(customerId: string): Promise<Invoice[]>;
  /** The price of each plan at the provider. @returns one sentence for each plan that costs something else here */
  priceProblems(plans: readonly Plan[]): Promise<string[]>;
}
