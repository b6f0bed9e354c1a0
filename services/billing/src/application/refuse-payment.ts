import type { UserId } from "@matinale/contracts";
import { inForce } from "../domain/subscription/subscription.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";
import { languageOf, refusal, unavailable, type Checkout } from "./checkout.ts";

/** Checkout in production without Stripe's keys: nothing can be bought, and no plan is given for free. */
export function closedCheckout(subscriptions: SubscriptionStore): Checkout {
  const closed = async (id: UserId): Promise<never> => {
    throw unavailable(languageOf(await subscriptions.of(id)));
  };
  return {
    choose: closed,
    cancel: async (id) => {
      const subscription = await subscriptions.of(id);
      if (subscription && inForce(subscription)) return closed(id);
      throw refusal("nothingToCancel", languageOf(subscription));
    },
    resume: closed,
    preview: closed,
    portalLink: closed,
    invoices: async () => [],
  };
}
