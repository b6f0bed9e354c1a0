import type { UserId } from "@matinale/contracts";
import type { Contacts } from "../domain/payment/contacts.ts";
import type { PaymentProvider } from "../domain/payment/payment-provider.ts";
import type { Checkout, PaymentMode } from "./checkout.ts";
import type { Stores } from "./forget-person.ts";
import { stripeCheckout } from "./pay-by-stripe.ts";
import { closedCheckout } from "./refuse-payment.ts";
import { simulatedCheckout } from "./simulate-payment.ts";

/** Payments in the mode of this installation. */
export interface Payments {
  mode: PaymentMode;
  checkout: Checkout;
  /** Checks in the background for a first payment: its webhook may be late, lost or not configured. */
  scheduleReconcile: (id: UserId) => Promise<void>;
}

/** What every use case of payments needs. */
export interface PaymentOptions extends Stores {
  mode: PaymentMode;
  provider: PaymentProvider | null;
  contacts: Contacts;
  clock: () => Date;
}

export const createPayments = (
  options: PaymentOptions & { wakeReconcileDue: () => void },
): Payments => ({
  mode: options.mode,
  checkout: checkoutOf(options),
  scheduleReconcile: async (id) => {
    await options.subscriptions.checkNow(id, options.clock());
    options.wakeReconcileDue();
  },
});

function checkoutOf({ mode, provider, ...options }: PaymentOptions): Checkout {
  if (provider) return stripeCheckout({ ...options, provider });
  return mode === "simulated"
    ? simulatedCheckout(options.subscriptions, options.clock)
    : closedCheckout(options.subscriptions);
}
