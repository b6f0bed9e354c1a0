import type { PlanId, UserId } from "@matinale/contracts";
import { HttpError, httpTexts } from "@matinale/kit";
import { ExponentialBackoff, handleType, retry } from "cockatiel";
import { CheckoutConflict, CustomerDeleted, RepeatedRefusal } from "../clients/stripe/errors.ts";
import { decideCheckout } from "../domain/payment/decide-checkout.ts";
import {
  lineOf,
  type Contacts,
  type PaymentProvider,
  type ProviderSubscription,
} from "../domain/payment/payment-provider.ts";
import { currentSubscription } from "../domain/payment/provider-state.ts";
import { isSimulated } from "../domain/subscription/simulated.ts";
import { inForce, type Renewal } from "../domain/subscription/subscription.ts";
import type { Stores } from "../store/index.ts";
import {
  nothingToPay,
  refusal,
  type Checkout,
  type Payment,
  type PlanChoice,
  type PlanPreview,
} from "./checkout.ts";
import { customerOf } from "./customer-at-stripe.ts";
import { endUnpaid, reconcile, withoutCustomer } from "./reconcile-subscription.ts";
import { sendContact } from "./run-stripe-job.ts";

/**
 * Decides again after a conflict with another purchase of the same person, and buys again, with another customer, when
 * the first one was deleted at Stripe.
 */
const untilBought = retry(handleType(CheckoutConflict).orType(CustomerDeleted), {
  maxAttempts: 5,
  backoff: new ExponentialBackoff({ initialDelay: 125, maxDelay: 1_500 }),
});

/**
 * Checkout with Stripe. Each decision uses Stripe's own list of the customer's subscriptions, and each call
 * that creates something has an idempotency key derived from the state before it. So parallel clicks, other
 * replicas and lost responses all lead to the same subscription.
 */
export function stripeCheckout(
  options: Stores & { provider: PaymentProvider; contacts: Contacts; clock: () => Date },
): Checkout {
  const { subscriptions, provider, clock } = options;
  const sync = (id: UserId) => reconcile(id, clock(), options);
  const saveRenewal = (id: UserId, renewal: Renewal) =>
    subscriptions.apply(id, clock(), () => ({ renewal }));
  /** A cancelled subscription resumes only when the new plan is paid: otherwise it stays cancelled. */
  const resumeWhenPaid = async (
    id: UserId,
    { id: cancelled, endsAt }: ProviderSubscription,
    planId: PlanId,
  ): Promise<void> => {
    if (endsAt !== null) await saveRenewal(id, { id: cancelled, wanted: "resume", planId });
  };
  /**
   * Keeps the proof that the buyer gave up the right of withdrawal, before the browser pays. The payment may fail: the
   * proof for the plan in force stays.
   */
  const saveWaiver = (id: UserId, planId: PlanId) => {
    const now = clock();
    return subscriptions.apply(id, now, ({ waivers }) => ({
      waivers: { ...waivers, [planId]: now },
    }));
  };
  /** @throws CheckoutConflict when one of them was paid meanwhile */
  const endAll = async (toEnd: readonly string[]): Promise<void> => {
    const ended = await Promise.all(toEnd.map((each) => provider.endUnpaid(each)));
    if (ended.includes(false)) throw new CheckoutConflict();
  };

  /** A purchase does not fail because identity is away. */
  const queueContact = (target: string) =>
    options.stripeJobs.add({ _id: `set_contact:${target}`, kind: "set_contact", target }, clock());

  /**
   * For `.catch`: forgets a customer that was deleted at Stripe. It stays when another replica has stored a new one
   * meanwhile, because that one may have subscriptions already.
   */
  const forgetDeleted =
    (id: UserId, customerId: string) =>
    async (error: unknown): Promise<never> => {
      if (error instanceof CustomerDeleted) {
        await subscriptions.apply(id, clock(), (stored) =>
          stored.customerId === customerId ? withoutCustomer(stored) : null,
        );
      }
      throw error;
    };

  const buy = async (
    id: UserId,
    planId: PlanId,
    { subscriptionToChange, waiver: isOrdered, ...details }: PlanChoice,
  ): Promise<Payment> => {
    const { subscription, list } = await sync(id);
    const customerId = await customerOf(subscription, options);
    const decided = decideCheckout(list, planId, {
      inGrace: subscription.status === "past_due",
      details: lineOf(details),
      subscriptionToChange,
    });
    if (decided.do === "refuse") throw refusal(decided.reason);
    // before Stripe charges: a webhook may report the plan before Stripe answers, and its event contains the waiver
    if (isOrdered) await saveWaiver(id, planId);
    const attempt = subscription.attempt ?? 0;
    switch (decided.do) {
      case "confirm":
        await endAll(decided.toEnd);
        if (decided.subscription.id === subscriptionToChange) {
          await resumeWhenPaid(id, decided.subscription, planId);
        }
        return decided.subscription;
      case "keep":
        await endAll(decided.toEnd);
        return nothingToPay;
      case "resume":
        // the reconcile that follows resumes it at Stripe
        await saveRenewal(id, { id: decided.id, wanted: "resume", planId });
        return nothingToPay;
      case "change": {
        const { id: changing, lastInvoice } = decided.subscription;
        await resumeWhenPaid(id, decided.subscription, planId);
        const key = `change:${changing}:${planId}:${lastInvoice ?? "none"}:${attempt}`;
        return provider.changePlan(changing, planId, key);
      }
      case "subscribe": {
        // the key does not contain the plan: when two plans are chosen at once, Stripe opens one, refuses the other
        const key = `subscribe:${customerId}:${decided.after}:${attempt}`;
        const subscribe = async (): Promise<Payment> => {
          // a choice is no order (directive 2011/83/EU, article 8(2)): without a payment in the browser it needs one
          const mayHaveCard = Boolean(subscription.customerId) && !isOrdered;
          if (mayHaveCard && (await provider.startsAtOnce(customerId, planId, details))) {
            return { clientSecret: null, dueToday: 0, awaitsOrder: true };
          }
          await endAll(decided.toEnd);
          // with each subscription, not once with the customer: a crash may have followed its creation
          await sendContact(customerId, id, options).catch(() => queueContact(customerId));
          return provider.subscribe(customerId, planId, details, key);
        };
        return subscribe().catch(forgetDeleted(id, customerId));
      }
    }
  };

  /** Ends an unpaid month at once, a paid month at its end. @returns when the subscription ends */
  const end = async (id: UserId): Promise<Date> => {
    const { subscription, list } = await sync(id);
    const paid = inForce(subscription);
    if (paid === null) throw refusal("nothingToCancel");
    await saveRenewal(id, { id: paid.id, wanted: "end" });
    if (paid.state === "unpaid") {
      // the job first: it completes an end that is interrupted, after which Stripe calls the unpaid month active
      await options.stripeJobs.add(endUnpaid(paid.id), clock());
      await provider.endUnpaid(paid.id);
    }
    // the month may have been paid meanwhile: then it ends as a paid month does
    const running = currentSubscription(paid.state === "unpaid" ? (await sync(id)).list : list);
    if (running?.endsAt === null) await provider.endWithPeriod(running.id);
    const after = await sync(id);
    return after.subscription.paid?.until ?? paid.periodEndsAt;
  };

  const resume = async (id: UserId): Promise<Date> => {
    const { subscription } = await sync(id);
    const paid = inForce(subscription);
    if (paid?.state !== "ending") throw refusal("nothingToResume");
    // not a purchase of the same plan: after a change of plan in another tab, that would change it back
    await saveRenewal(id, { id: paid.id, wanted: "resume", planId: paid.planId });
    const after = inForce((await sync(id)).subscription);
    if (after?.state !== "renewing") throw new HttpError("CONFLICT", httpTexts.changedElsewhere);
    return after.periodEndsAt;
  };

  const preview = async (id: UserId, planId: PlanId): Promise<PlanPreview | null> => {
    const { subscription } = await sync(id);
    const paid = inForce(subscription);
    // a simulated one is of the time before this installation had Stripe's keys: nothing was paid for it
    if (paid === null || isSimulated(paid)) return null;
    if (paid.state === "unpaid") throw refusal("debt");
    const { periodEndsAt: renewsAt } = paid;
    if (paid.planId === planId) return { dueToday: 0, credited: 0, renewsAt };
    return { ...(await provider.previewChange(paid.id, planId)), renewsAt };
  };

  /**
   * After a refusal that Stripe repeats, the person's next call has a new key; also after a conflict that lasts, because
   * an earlier call may have left its refusal behind, and billing never got it.
   */
  const withNextKey = <T>(id: UserId, work: Promise<T>): Promise<T> =>
    work.catch(async (error: unknown) => {
      if (error instanceof RepeatedRefusal || error instanceof CheckoutConflict) {
        await subscriptions.apply(id, clock(), ({ attempt }) => ({ attempt: (attempt ?? 0) + 1 }));
      }
      throw error;
    });
  const choose = async (id: UserId, planId: PlanId, choice: PlanChoice) => {
    const bought = await untilBought.execute(() => buy(id, planId, choice));
    const { clientSecret, dueToday, awaitsOrder } = bought;
    await sync(id);
    return { clientSecret, dueToday, simulated: false, ...(awaitsOrder && { awaitsOrder }) };
  };

  return {
    choose: (id, planId, choice = {}) => withNextKey(id, choose(id, planId, choice)),
    cancel: (id) => withNextKey(id, end(id)),
    resume: (id) => withNextKey(id, resume(id)),
    preview: (id, planId) => withNextKey(id, preview(id, planId)),
    portalLink: async (id, page) => {
      const customerId = (await subscriptions.of(id))?.customerId;
      if (!customerId) throw refusal("noCard");
      return provider.portalLink(customerId, page);
    },
    invoices: async (id) => {
      const customerId = (await subscriptions.of(id))?.customerId;
      return customerId ? provider.invoicesOf(customerId) : [];
    },
  };
}
