import type { UserId } from "@matinale/contracts";
import { ticker } from "@matinale/kit";
import type { Logger, Worker } from "@matinale/kit";
import type { PaymentProvider } from "../domain/payment/payment-provider.ts";
import { isSimulated, rolledOver } from "../domain/subscription/simulated.ts";
import type { PaidSubscription } from "../domain/subscription/subscription.ts";
import type { PaymentMode } from "../application/checkout.ts";
import type { Stores } from "../application/forget-person.ts";
import { reconcile } from "../application/reconcile-subscription.ts";

const everyMs = 10_000;
const batch = 50;
/** Others keep off it meanwhile; it is also the pause after a look that failed. */
const holdMs = 5 * 60_000;

interface Options extends Stores {
  mode: PaymentMode;
  provider: PaymentProvider | null;
  logger: Logger;
}

/**
 * Looks at one subscription whose time has come: what ends by the clock ends also while Stripe is
 * away, and what webhooks failed to tell is read from Stripe.
 */
async function lookAgain(id: UserId, now: Date, options: Options): Promise<void> {
  const { subscriptions, provider, mode } = options;
  const settled = await subscriptions.settle(id, now, ({ paid }) =>
    paid && isSimulated(paid) && paid.state === "renewing"
      ? { paid: renewed(paid, now, mode) }
      : {},
  );
  if (provider && settled.customerId) await reconcile(id, now, { ...options, provider });
}

/** Where plans are sold, or not even that, nobody goes on for nothing, whatever a database brings along. */
const renewed = (paid: PaidSubscription, now: Date, mode: PaymentMode): PaidSubscription =>
  mode !== "simulated" && paid.periodEndsAt <= now
    ? { ...paid, state: "ended", until: paid.periodEndsAt }
    : rolledOver(paid, now);

/** One round. Two replicas at once do no harm. */
export async function lookAtDue(now: Date, options: Options): Promise<void | "again"> {
  for (let looked = 0; looked < batch; looked += 1) {
    const id = await options.subscriptions.takeDue(now, holdMs);
    if (id === null) return;
    // Trouble with one, or with Stripe, does not keep the others from ending in time.
    await lookAgain(id, now, options).catch((error: unknown) => {
      options.logger.warn({ err: error }, "looked at later again");
    });
  }
  return "again";
}

export const looksAgain = (options: Options & { clock: () => Date }): Worker & { nudge(): void } =>
  ticker({
    name: "look-again",
    everyMs,
    logger: options.logger,
    run: () => lookAtDue(options.clock(), options),
  });
