import { ticker, type Logger, type Worker } from "@matinale/kit";
import { countStatusChange } from "../application/count-status-change.ts";
import { reconcile } from "../application/reconcile-subscription.ts";
import type { PaymentOptions } from "../application/take-payments.ts";
import { isSimulated, rolledOver } from "../domain/subscription/simulated.ts";
import type { PaidSubscription, Subscription } from "../domain/subscription/subscription.ts";
import type { UserId } from "@matinale/contracts";
import pLimit from "p-limit";

/** A person who has just paid waits for the check. */
const everyMs = 2_000;
/** Several, because a check takes seconds while Stripe hangs; few, because Stripe limits the calls a second. */
const atOnce = pLimit(4);
const batch = 48;
/** Longer than a batch takes while Stripe hangs. Other replicas skip the subscription; a failed check is retried after it. */
const leaseMs = 5 * 60_000;

type Deps = Omit<PaymentOptions, "clock"> & { logger: Logger };

/** Checks one subscription: ends what has ended, also while Stripe is away, and reads what no webhook reported. */
async function check(id: UserId, now: Date, deps: Deps): Promise<void> {
  const { subscriptions, provider, simulates } = deps;
  let before: Subscription | undefined;
  const subscription = await subscriptions.apply(id, now, (current) => {
    before = current;
    const { paid } = current;
    return paid && isSimulated(paid) && paid.state === "renewing"
      ? { paid: renewed(paid, now, simulates) }
      : {};
  });
  if (before) countStatusChange(before, subscription);
  if (provider && subscription.customerId) await reconcile(id, now, { ...deps, provider });
}

/** Renews a simulated subscription. It ends instead when this installation does not simulate payments. */
const renewed = (paid: PaidSubscription, now: Date, simulates: boolean): PaidSubscription =>
  !simulates && paid.periodEndsAt <= now
    ? { ...paid, state: "ended", until: paid.periodEndsAt }
    : rolledOver(paid, now);

export async function reconcileDue(now: Date, deps: Deps): Promise<void | "again"> {
  // when one check fails, the other subscriptions must still end in time
  const checkOrRetry = (id: UserId) =>
    check(id, now, deps).catch(async (error: unknown) => {
      const retryAt = new Date(now.getTime() + leaseMs);
      deps.logger.warn(
        { err: error, userId: id, retryAt },
        "subscription reconcile failed, retrying",
      );
      // the status was written before Stripe failed, and its next check may be a day later
      await deps.subscriptions.checkBy(id, retryAt);
    });
  const ids = await deps.subscriptions.claimDue(now, leaseMs, batch);
  await atOnce.map(ids, checkOrRetry);
  if (ids.length === batch) return "again";
}

/** Claims subscriptions that are due for a check, updates their status and reconciles them with Stripe. */
export const reconcileDueWorker = (deps: Deps & { clock: () => Date }): Worker =>
  ticker({
    name: "reconcile-due",
    everyMs,
    logger: deps.logger,
    run: () => reconcileDue(deps.clock(), deps),
  });
