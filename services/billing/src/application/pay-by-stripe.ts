import { setTimeout } from "node:timers/promises";
import type { PlanId, UserId } from "@matinale/contracts";
import { HttpError, httpTexts } from "@matinale/kit";
import { decideCheckout } from "../domain/payment/decide-checkout.ts";
import { CheckoutRaced, CustomerGone, PaymentsAway } from "../domain/payment/payment-provider.ts";
import type { PaymentProvider } from "../domain/payment/payment-provider.ts";
import { current } from "../domain/payment/provider-state.ts";
import { isSimulated } from "../domain/subscription/simulated.ts";
import { inForce } from "../domain/subscription/subscription.ts";
import type { Renewal, Subscription } from "../domain/subscription/subscription.ts";
import { languageOf, refusal, explainFailure } from "./checkout.ts";
import type { Checkout } from "./checkout.ts";
import { forgetCustomer } from "./forget-person.ts";
import type { Stores } from "./forget-person.ts";
import { KeyedMutex } from "./keyed-mutex.ts";
import { reconcile, withoutCustomer } from "./reconcile-subscription.ts";
import { simulatedCheckout } from "./simulate-payment.ts";

/** How often a choice is decided again when another choice of the same person came between. */
const races = 6;
const raceMs = 250;

/**
 * Checkout with Stripe. Decisions are made from Stripe's own list of the customer's subscriptions, and
 * every call that creates something has an idempotency key derived from the state it follows. So parallel
 * clicks, other replicas and lost answers all end at the same subscription.
 */
export function stripeCheckout(
  options: Stores & { provider: PaymentProvider; clock?: () => Date },
): Checkout {
  const { subscriptions, provider, clock = () => new Date() } = options;
  const mutex = new KeyedMutex();
  /** For subscriptions that began before this installation had Stripe's keys. */
  const simulated = simulatedCheckout(subscriptions, clock);
  const sync = (id: UserId) => reconcile(id, clock(), options);
  const recordRenewal = (id: UserId, renewal: Renewal) =>
    subscriptions.apply(id, clock(), () => ({ renewal }));
  /** @throws CheckoutRaced when one of them was paid in the meantime */
  const endLeftovers = async (leftovers: readonly string[]): Promise<void> => {
    const ended = await Promise.all(leftovers.map((each) => provider.endUnpaid(each)));
    if (ended.includes(false)) throw new CheckoutRaced("paid in the meantime", { cause: null });
  };

  const customerOf = async ({ _id, customerId, attempt }: Subscription): Promise<string> => {
    if (customerId) return customerId;
    const created = await provider.createCustomer(_id, `customer:${_id}:${attempt ?? 0}`);
    const kept = await subscriptions.apply(_id, clock(), (current) => ({
      customerId: current.customerId ?? created,
    }));
    if (kept.customerId === created) return created;
    await forgetCustomer(created, clock(), options);
    if (kept.customerId) return kept.customerId;
    throw new HttpError("UNAUTHENTICATED", httpTexts.signIn);
  };

  const buy = async (id: UserId, planId: PlanId): Promise<string | null> => {
    const { subscription, list } = await sync(id);
    const customerId = await customerOf(subscription);
    const decided = decideCheckout(list, planId, subscription.status === "past_due");
    const attempt = subscription.attempt ?? 0;
    switch (decided.do) {
      case "refuse":
        throw refusal(decided.why, languageOf(subscription));
      case "confirm":
        await endLeftovers(decided.leftovers);
        return decided.clientSecret;
      case "keep":
        await endLeftovers(decided.leftovers);
        return null;
      case "resume":
        // The reconciliation that follows resumes it.
        await recordRenewal(id, { id: decided.id, wanted: "resume", planId });
        return null;
      case "change": {
        const { id: mine, endsAt, lastBill } = decided.subscription;
        // Resumes only when the new plan runs: a change that is never paid leaves the subscription cancelled.
        if (endsAt !== null) await recordRenewal(id, { id: mine, wanted: "resume", planId });
        const key = `change:${mine}:${planId}:${lastBill ?? "none"}:${attempt}`;
        return (await provider.changePlan(mine, planId, key)).clientSecret;
      }
      case "subscribe": {
        await endLeftovers(decided.leftovers);
        // The key does not contain the plan: of two plans chosen at once Stripe opens one and refuses the other.
        const key = `subscribe:${customerId}:${decided.after}:${attempt}`;
        return (await provider.subscribe(customerId, planId, key)).clientSecret;
      }
    }
  };

  /** Decides again when another choice of the same person came first. */
  const buyWithRetries = async (id: UserId, planId: PlanId): Promise<string | null> => {
    for (let race = 1; race < races; race += 1) {
      try {
        return await buy(id, planId);
      } catch (error) {
        if (!(error instanceof CheckoutRaced)) throw error;
        await setTimeout(raceMs * race * Math.random());
      }
    }
    return buy(id, planId);
  };

  /** Creates a new customer when the old one was deleted at Stripe. */
  const buyAnyway = (id: UserId, planId: PlanId): Promise<string | null> =>
    buyWithRetries(id, planId).catch(async (error: unknown) => {
      if (!(error instanceof CustomerGone)) throw error;
      await subscriptions.apply(id, clock(), withoutCustomer);
      return buyWithRetries(id, planId);
    });

  /** Stripe repeats its own errors for the same idempotency key: the next call uses a new one. */
  const nextKey = async (id: UserId, error: unknown): Promise<void> => {
    if (!(error instanceof PaymentsAway) || !error.repeats) return;
    await subscriptions.apply(id, clock(), ({ attempt }) => ({ attempt: (attempt ?? 0) + 1 }));
  };

  /** A month that is not paid ends at once, a paid one at its end. */
  const end = async (id: UserId): Promise<Date> => {
    const { subscription, list } = await sync(id);
    const had = inForce(subscription);
    if (had === null) throw refusal("nothingToCancel", languageOf(subscription));
    if (isSimulated(had)) return simulated.cancel(id);
    await recordRenewal(id, { id: had.id, wanted: "end" });
    if (had.state === "unpaid") await provider.endUnpaid(had.id);
    // The month may have been paid meanwhile: then it ends as a paid one.
    const left = had.state === "unpaid" ? current((await sync(id)).list) : current(list);
    if (left?.endsAt === null) await provider.endWithPeriod(left.id, true);
    const after = await sync(id);
    return after.subscription.paid?.until ?? had.periodEndsAt;
  };

  /** Serialises the calls of one person; failures are explained in their language. */
  const serialised = <T>(id: UserId, work: () => Promise<T>): Promise<T> =>
    mutex.run(id, work).catch(async (error: unknown) => {
      await nextKey(id, error);
      return explainFailure(languageOf(await subscriptions.of(id)))(error);
    });

  return {
    choose: (id, planId) =>
      serialised(id, async () => {
        const clientSecret = await buyAnyway(id, planId);
        await sync(id);
        return { clientSecret, simulated: false };
      }),
    cancel: (id) => serialised(id, () => end(id)),
    updateCardLink: (id) =>
      serialised(id, async () => {
        const subscription = await subscriptions.of(id);
        if (!subscription?.customerId) throw refusal("noCard", languageOf(subscription));
        return provider.updateCardLink(subscription.customerId);
      }),
  };
}
