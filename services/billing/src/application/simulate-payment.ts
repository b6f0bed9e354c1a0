import { randomUUID } from "node:crypto";
import { simulate } from "../domain/subscription/simulated.ts";
import { inForce, type PaidSubscription } from "../domain/subscription/subscription.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";
import { languageOf, refusal, type Checkout } from "./checkout.ts";

/** Checkout in development without a Stripe account: a plan is in force as soon as it is chosen. */
export function simulatedCheckout(
  subscriptions: SubscriptionStore,
  clock: () => Date = () => new Date(),
): Checkout {
  return {
    choose: async (id, planId) => {
      const now = clock();
      await subscriptions.getOrStartTrial(id, now);
      const uuid = randomUUID();
      await subscriptions.apply(id, now, (current) => {
        const paid = inForce(current);
        if (paid === null) return { paid: simulate(uuid, planId, now) };
        // a plan in force keeps its month, so parallel clicks have the effect of one
        return { paid: { ...paid, planId, state: "renewing", until: null } };
      });
      return { clientSecret: null, simulated: true };
    },
    cancel: async (id) => {
      const now = clock();
      await subscriptions.getOrStartTrial(id, now);
      let endsAt = now;
      await subscriptions.apply(id, now, (current) => {
        const paid = inForce(current);
        if (paid === null) throw refusal("nothingToCancel", languageOf(current));
        endsAt = paid.periodEndsAt;
        const ending: PaidSubscription = { ...paid, state: "ending", until: endsAt };
        return { paid: ending };
      });
      return endsAt;
    },
    resume: async (id) => {
      const now = clock();
      await subscriptions.getOrStartTrial(id, now);
      let renewsAt = now;
      await subscriptions.apply(id, now, (current) => {
        const paid = inForce(current);
        if (paid?.state !== "ending") throw refusal("nothingToResume", languageOf(current));
        renewsAt = paid.periodEndsAt;
        return { paid: { ...paid, state: "renewing", until: null } };
      });
      return renewsAt;
    },
    preview: async (id) => {
      const subscription = await subscriptions.of(id);
      const paid = subscription && inForce(subscription);
      return paid && { dueToday: 0, credited: 0, renewsAt: paid.periodEndsAt };
    },
    portalLink: async (id) => {
      throw refusal("noCard", languageOf(await subscriptions.of(id)));
    },
    invoices: async () => [],
  };
}
