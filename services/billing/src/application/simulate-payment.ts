import { randomUUID } from "node:crypto";
import type { UserId } from "@matinale/contracts";
import { simulate } from "../domain/subscription/simulated.ts";
import {
  inForce,
  type PaidSubscription,
  type Subscription,
} from "../domain/subscription/subscription.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";
import { nothingToPay, refusal, type Checkout } from "./checkout.ts";
import { countStatusChange } from "./count-status-change.ts";

/** Checkout in development without a Stripe account: a plan is in force as soon as it is chosen. */
export function simulatedCheckout(subscriptions: SubscriptionStore, clock: () => Date): Checkout {
  /** @returns the end of the paid month */
  const change = async (
    id: UserId,
    decide: (current: Subscription, now: Date) => PaidSubscription,
  ): Promise<Date> => {
    const now = clock();
    const before = await subscriptions.getOrStartTrial(id, now);
    const after = await subscriptions.apply(id, now, (current) => ({
      paid: decide(current, now),
    }));
    countStatusChange(before, after);
    return after.paid?.periodEndsAt ?? now;
  };
  return {
    choose: async (id, planId) => {
      const uuid = randomUUID();
      await change(id, (current, now) => {
        const paid = inForce(current);
        if (paid === null) return simulate(uuid, planId, now);
        // a plan in force keeps its month, so parallel clicks have the effect of one
        return { ...paid, planId, state: "renewing", until: null };
      });
      return { ...nothingToPay, simulated: true };
    },
    cancel: (id) =>
      change(id, (current) => {
        const paid = inForce(current);
        if (paid === null) throw refusal("nothingToCancel");
        return { ...paid, state: "ending", until: paid.periodEndsAt };
      }),
    resume: (id) =>
      change(id, (current) => {
        const paid = inForce(current);
        if (paid?.state !== "ending") throw refusal("nothingToResume");
        return { ...paid, state: "renewing", until: null };
      }),
    preview: async (id) => {
      const subscription = await subscriptions.of(id);
      const paid = subscription && inForce(subscription);
      return paid && { dueToday: 0, credited: 0, renewsAt: paid.periodEndsAt };
    },
    portalLink: async () => {
      throw refusal("noCard");
    },
    invoices: async () => [],
  };
}
