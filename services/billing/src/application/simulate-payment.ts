import { randomUUID } from "node:crypto";
import { simulate } from "../domain/subscription/simulated.ts";
import { inForce } from "../domain/subscription/subscription.ts";
import type { PaidSubscription } from "../domain/subscription/subscription.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";
import { languageOf, refusal } from "./checkout.ts";
import type { Checkout } from "./checkout.ts";

/** Checkout in development without a Stripe account: a plan is in force as soon as it is chosen. */
export function simulatedCheckout(
  subscriptions: SubscriptionStore,
  clock: () => Date = () => new Date(),
): Checkout {
  return {
    choose: async (id, planId) => {
      const now = clock();
      await subscriptions.existing(id, now);
      const uuid = randomUUID();
      await subscriptions.apply(id, now, (current) => {
        const had = inForce(current);
        if (had === null) return { paid: simulate(uuid, planId, now) };
        // A plan in force keeps its month, so parallel clicks count once.
        return { paid: { ...had, planId, state: "renewing", until: null } };
      });
      return { clientSecret: null, simulated: true };
    },
    cancel: async (id) => {
      const now = clock();
      await subscriptions.existing(id, now);
      let endsAt = now;
      await subscriptions.apply(id, now, (current) => {
        const had = inForce(current);
        if (had === null) throw refusal("nothingToCancel", languageOf(current));
        endsAt = had.periodEndsAt;
        const ending: PaidSubscription = { ...had, state: "ending", until: endsAt };
        return { paid: ending };
      });
      return endsAt;
    },
    updateCardLink: async (id) => {
      throw refusal("noCard", languageOf(await subscriptions.of(id)));
    },
  };
}
