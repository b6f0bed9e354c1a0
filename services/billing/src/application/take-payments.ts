import { HttpError } from "@matinale/kit";
import type { Contacts, PaymentProvider } from "../domain/payment/payment-provider.ts";
import { inForce } from "../domain/subscription/subscription.ts";
import { texts } from "../domain/texts.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";
import { refusal, type Checkout } from "./checkout.ts";
import type { Stores } from "../store/index.ts";
import { stripeCheckout } from "./pay-by-stripe.ts";
import { simulatedCheckout } from "./simulate-payment.ts";

export interface PaymentOptions extends Stores {
  /** Null without Stripe's keys. */
  provider: PaymentProvider | null;
  /** Plans are in force without payment; never in production. */
  simulates: boolean;
  contacts: Contacts;
  clock: () => Date;
}

export function checkoutOf({ provider, simulates, ...options }: PaymentOptions): Checkout {
  if (provider) return stripeCheckout({ ...options, provider });
  return simulates
    ? simulatedCheckout(options.subscriptions, options.clock)
    : closedCheckout(options.subscriptions);
}

/** Checkout in production without Stripe's keys: nothing can be bought, and no plan is given for free. */
function closedCheckout(subscriptions: SubscriptionStore): Checkout {
  const closed = async (): Promise<never> => {
    throw new HttpError("SERVICE_UNAVAILABLE", texts.unavailable, { retryAfter: 30 });
  };
  return {
    choose: closed,
    cancel: async (id) => {
      const subscription = await subscriptions.of(id);
      if (subscription && inForce(subscription)) return closed();
      throw refusal("nothingToCancel");
    },
    resume: closed,
    preview: closed,
    portalLink: closed,
    invoices: async () => [],
  };
}
