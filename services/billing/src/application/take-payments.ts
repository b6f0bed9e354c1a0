import { HttpError } from "@matinale/kit";
import type { Contacts, PaymentProvider } from "../domain/payment/payment-provider.ts";
import { texts } from "../domain/texts.ts";
import type { Checkout } from "./checkout.ts";
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
  return simulates ? simulatedCheckout(options.subscriptions, options.clock) : closedCheckout;
}

const closed = async (): Promise<never> => {
  throw new HttpError("SERVICE_UNAVAILABLE", texts.unavailable, { retryAfter: 30 });
};

/** Checkout in production without Stripe's keys: nothing can be bought, and no plan is given for free. */
const closedCheckout: Checkout = {
  choose: closed,
  cancel: closed,
  resume: closed,
  preview: closed,
  portalLink: closed,
  invoices: async () => [],
};
