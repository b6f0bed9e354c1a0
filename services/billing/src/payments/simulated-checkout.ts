import { randomUUID } from "node:crypto";
import type { PlanId, UserId } from "@matinale/contracts";
import { simulate } from "../domain/simulated.ts";
import { inForce } from "../domain/subscription.ts";
import type { PaidSubscription } from "../domain/subscription.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";
import { languageOf, refusal } from "./checkout.ts";
import type { Checkout, Chosen } from "./checkout.ts";

/** Development without a Stripe account: a plan is in force as soon as it is chosen. Never in production. */
export function simulatedCheckout(
  subscriptions: SubscriptionStore,
  clock: () => Date = () => new Date(),
): Checkout {
  const choosing = new Map<string, Promise<Chosen>>();

  const choose = async (id: UserId, planId: PlanId): Promise<Chosen> => {
    const now = clock();
    await subscriptions.existing(id, now);
    const uuid = randomUUID();
    await subscriptions.settle(id, now, (current) => {
      const had = inForce(current);
      if (had === null) return { paid: simulate(uuid, planId, now) };
      if (had.planId === planId && had.state === "renewing") {
        throw refusal("already", languageOf(current));
      }
      return { paid: { ...had, planId, state: "renewing", until: null } };
    });
    return { clientSecret: null, simulated: true };
  };

  return {
    // Clicks that come together are one; a later one is told that there is nothing left to do.
    choose: (id, planId) => {
      const key = `${id}:${planId}`;
      const running = choosing.get(key);
      if (running) return running;
      const mine = choose(id, planId).finally(() => choosing.delete(key));
      choosing.set(key, mine);
      return mine;
    },
    cancel: async (id) => {
      const now = clock();
      await subscriptions.existing(id, now);
      let endsAt = now;
      await subscriptions.settle(id, now, (current) => {
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
