import type { UserId } from "@matinale/contracts";
import type { Logger, Worker } from "@matinale/kit";
import type { PaymentProvider } from "../domain/payment-provider.ts";
import { looksAgain } from "../jobs/look-again.ts";
import { stripeWork } from "../jobs/stripe-work.ts";
import type { Checkout, PaymentMode } from "./checkout.ts";
import { closedCheckout } from "./closed-checkout.ts";
import type { Stores } from "./forget.ts";
import { simulatedCheckout } from "./simulated-checkout.ts";
import { stripeCheckout } from "./stripe-checkout.ts";

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
