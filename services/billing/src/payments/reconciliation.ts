import type { UserId } from "@matinale/contracts";
import { HttpError } from "@matinale/kit";
import type { PaymentProvider, ProviderSubscription } from "../domain/payment-provider.ts";
import { fromProvider } from "../domain/provider-state.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { Stores } from "./forget.ts";

const tries = 8;

/**
 * Reads somebody's subscriptions at the provider and makes ours say the same. It is the only way in
 * which the provider's state comes in, and safe to run at any time, any number of times.
 */
export async function reconcile(
  id: UserId,
  now: Date,
  { subscriptions, stripeJobs, provider }: Stores & { provider: PaymentProvider },
): Promise<{ subscription: Subscription; list: ProviderSubscription[] }> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const before = await subscriptions.existing(id, now);
    const list = before.customerId ? await provider.subscriptionsOf(before.customerId) : [];
    let raced = false;
    const subscription = await subscriptions.settle(id, now, (current) => {
      // What was read may be older than what somebody else has written since: read again.
      raced = current.version !== before.version;
      return raced || !current.customerId ? {} : fromProvider(current, list);
    });
    if (raced) continue;
    await endAfterGrace(subscription, list, now, stripeJobs);
    return { subscription, list };
  }
  throw new HttpError("CONFLICT", "This was changed elsewhere at the same moment. Try again.");
}

/** Nobody is charged later on for what they no longer get. */
async function endAfterGrace(
  { status, paid }: Subscription,
  list: readonly ProviderSubscription[],
  now: Date,
  stripeJobs: Stores["stripeJobs"],
): Promise<void> {
  if (status !== "lapsed" && status !== "trialing") return;
  const unpaid = list.find(({ id, state }) => id === paid?.id && state === "unpaid");
  if (unpaid)
    await stripeJobs.add({ _id: `end:${unpaid.id}`, kind: "end", target: unpaid.id }, now);
}
