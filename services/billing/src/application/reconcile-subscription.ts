import type { UserId } from "@matinale/contracts";
import { HttpError, httpTexts } from "@matinale/kit";
import { CustomerDeleted } from "../clients/stripe/errors.ts";
import type { PaymentProvider, ProviderSubscription } from "../domain/payment/payment-provider.ts";
import { duplicatesOf, fromProvider, openToEnd } from "../domain/payment/provider-state.ts";
import { toResume, pendingRenewal } from "../domain/subscription/renewal.ts";
import type { Subscription } from "../domain/subscription/subscription.ts";
import type { NewStripeJob } from "../store/stripe-jobs.ts";
import type { Stores } from "../store/index.ts";
import { countStatusChange } from "./count-status-change.ts";

const maxAttempts = 8;

/**
 * Reads a person's subscriptions at the provider and updates ours to match. Nothing else copies the provider's
 * state. Safe to run at any time, any number of times.
 */
export async function reconcile(
  id: UserId,
  now: Date,
  { subscriptions, stripeJobs, provider }: Stores & { provider: PaymentProvider },
): Promise<{ subscription: Subscription; list: ProviderSubscription[] }> {
  let resumed: string | null = null;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = await subscriptions.getOrStartTrial(id, now);
    const read = await listOf(before, provider);
    const list = read ?? [];
    // stays true when the person was erased meanwhile: the next attempt throws UNAUTHENTICATED
    let isStale = true;
    const subscription = await subscriptions.apply(id, now, (current) => {
      // after another write the list may be older than that write: read it again
      isStale = current.version !== before.version;
      if (isStale || !current.customerId) return {};
      return {
        ...fromProvider(current, list, now),
        renewal: pendingRenewal(current, list, resumed),
        ...(read === null ? withoutCustomer(current) : {}),
      };
    });
    if (isStale) continue;
    countStatusChange(before, subscription);
    const resuming = toResume(subscription, list);
    if (resuming !== null) {
      await resume(id, resuming, { subscriptions, provider });
      resumed = resuming;
      continue;
    }
    for (const job of jobsFor(subscription, list, now)) await stripeJobs.add(job, now);
    return { subscription, list };
  }
  throw new HttpError("CONFLICT", httpTexts.changedElsewhere);
}

/** Null when the customer was deleted at the provider. */
async function listOf({ customerId, paid }: Subscription, provider: PaymentProvider) {
  if (!customerId) return [];
  return provider.subscriptionsOf(customerId, paid).catch((error: unknown) => {
    if (error instanceof CustomerDeleted) return null;
    throw error;
  });
}

/** Makes the next purchase create a customer with a new idempotency key: the old key returns the old customer. */
export const withoutCustomer = ({ attempt }: Subscription) => ({
  customerId: null,
  attempt: (attempt ?? 0) + 1,
});

/** Resumes at the provider. A cancellation during that call has precedence, so it is repeated afterwards. */
async function resume(
  id: UserId,
  subscriptionId: string,
  { subscriptions, provider }: Pick<Stores, "subscriptions"> & { provider: PaymentProvider },
): Promise<void> {
  await provider.keepRenewing(subscriptionId);
  const after = await subscriptions.of(id);
  if (after?.renewal?.wanted === "end" && after.renewal.id === subscriptionId) {
    await provider.endWithPeriod(subscriptionId);
  }
}

export const endUnpaid = (target: string): NewStripeJob => ({
  _id: `end_unpaid:${target}`,
  kind: "end_unpaid",
  target,
});

/** What this state requires at Stripe. The id of a job names its work, so that repeated reads make one job. */
function jobsFor(
  { status, paid, customerId }: Subscription,
  list: readonly ProviderSubscription[],
  now: Date,
): NewStripeJob[] {
  const jobs = openToEnd(list, now).map(({ id }) => endUnpaid(id));
  if (status === "lapsed" || status === "trialing") {
    // after the grace it must not be charged any more
    const unpaid = list.filter(({ id, state }) => id === paid?.id && state === "unpaid");
    jobs.push(...unpaid.map(({ id }) => endUnpaid(id)));
  }
  // two plans were bought at once, on two replicas or in two tabs: one stays and the other is refunded
  const duplicates = duplicatesOf(list).map(({ id }) => id);
  if (customerId && duplicates.length > 0) {
    const _id = `end_duplicates:${duplicates.toSorted().join(":")}`;
    jobs.push({ _id, kind: "end_duplicates", target: customerId });
  }
  return jobs;
}
