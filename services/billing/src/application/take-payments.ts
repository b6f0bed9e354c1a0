import type { UserId } from "@matinale/contracts";
import type { Logger, Worker } from "@matinale/kit";
import type { PaymentProvider } from "../domain/payment/payment-provider.ts";
import { looksAgain } from "../workers/reconcile-due.ts";
import { stripeWork } from "../workers/run-stripe-jobs.ts";
import type { Checkout, PaymentMode } from "./checkout.ts";
import { closedCheckout } from "./refuse-payment.ts";
import type { Stores } from "./forget-person.ts";
import { simulatedCheckout } from "./simulate-payment.ts";
import { stripeCheckout } from "./pay-by-stripe.ts";

/** Everything about paying that depends on how this installation does it. */
export interface Payments {
  mode: PaymentMode;
  checkout: Checkout;
  jobs: Worker[];
  /** Says that there is a new job for Stripe. */
  nudge: () => void;
  /** Looks in the background whether somebody has paid; a webhook may be late, lost or not set up. */
  hurry: (id: UserId) => Promise<void>;
}

export function createPayments(
  options: Stores & {
    mode: PaymentMode;
    provider: PaymentProvider | null;
    logger: Logger;
    clock?: () => Date;
  },
): Payments {
  const { provider, mode, subscriptions, clock = () => new Date() } = options;
  const looks = looksAgain({ ...options, clock });
  const hurry = async (id: UserId): Promise<void> => {
    await subscriptions.lookNow(id, clock());
    looks.nudge();
  };
  if (provider) {
    const work = stripeWork({ ...options, provider, clock });
    return {
      mode,
      checkout: stripeCheckout({ ...options, provider, clock }),
      jobs: [looks, work],
      nudge: () => work.nudge(),
      hurry,
    };
  }
  const checkout =
    mode === "simulated" ? simulatedCheckout(subscriptions, clock) : closedCheckout(subscriptions);
  return { mode, checkout, jobs: [looks], nudge: () => undefined, hurry };
}
