import type { UserId } from "@matinale/contracts";
import { HttpError, httpTexts } from "@matinale/kit";
import { CustomerGone } from "../domain/payment/payment-provider.ts";
import type { PaymentProvider, ProviderSubscription } from "../domain/payment/payment-provider.ts";
import { duplicatesOf, fromProvider, superfluousOf } from "../domain/payment/provider-state.ts";
import { toResume, renewalLeft } from "../domain/subscription/renewal.ts";
import type { Subscription } from "../domain/subscription/subscription.ts";
import type { Stores } from "./forget-person.ts";

const tries = 8;

/**
 * Reads a person's subscriptions at the provider and updates ours to match. The provider's state comes in
 * only here. Safe to run at any time, any number of times.
 */
export async function reconcile(
  id: UserId,
  now: Date,
  { subscriptions, stripeJobs, provider }: Stores & { provider: PaymentProvider },
): Promise<{ subscription: Subscription; list: ProviderSubscription[] }> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const before = await subscriptions.existing(id, now);
    const read = before.customerId ? await listOf(before.customerId, provider) : [];
    const list = read ?? [];
    // Stays true when the person was erased meanwhile: the next attempt throws UNAUTHENTICATED.
    let raced = true;
    const subscription = await subscriptions.apply(id, now, (current) => {
      // Another write came between: the list may be older than that write, so read it again.
      raced = current.version !== before.version;
      if (raced || !current.customerId) return {};
      return {
        ...fromProvider(current, list),
        renewal: renewalLeft(current, list),
        ...(read === null ? withoutCustomer(current) : {}),
      };
    });
    if (raced) continue;
    const resuming = toResume(subscription, list);
    if (resuming !== null) {
      await resume(id, resuming, { subscriptions, provider });
      continue;
    }
    await endAfterGrace(subscription, list, now, stripeJobs);
    await endDuplicates(subscription, list, now, stripeJobs);
    return { subscription, list };
  }
  throw new HttpError("CONFLICT", httpTexts.changedElsewhere);
}

/** Null when the customer was deleted at the provider. */
const listOf = (customerId: string, provider: PaymentProvider) =>
  provider.subscriptionsOf(customerId).catch((error: unknown) => {
    if (error instanceof CustomerGone) return null;
    throw error;
  });

/** The next purchase creates a new customer, with an idempotency key that does not answer with the old one. */
export const withoutCustomer = ({ attempt }: Subscription) => ({
  customerId: null,
  attempt: (attempt ?? 0) + 1,
});

/** A cancellation that comes during the call wins, so it is repeated after it. */
async function resume(
  id: UserId,
  provided: string,
  { subscriptions, provider }: Pick<Stores, "subscriptions"> & { provider: PaymentProvider },
): Promise<void> {
  await provider.endWithPeriod(provided, false);
  const after = await subscriptions.of(id);
  if (after?.renewal?.wanted === "end" && after.renewal.id === provided) {
    await provider.endWithPeriod(provided, true);
  }
}

/** Two plans that were bought at once, on two replicas or in two tabs: one stays, the other is refunded. */
async function endDuplicates(
  { customerId }: Subscription,
  list: readonly ProviderSubscription[],
  now: Date,
  stripeJobs: Stores["stripeJobs"],
): Promise<void> {
  for (const { id } of superfluousOf(list)) {
    await stripeJobs.add({ _id: `end:${id}:unpaid`, kind: "end", target: id }, now);
  }
  const duplicates = duplicatesOf(list).map(({ id }) => id);
  if (!customerId || duplicates.length === 0) return;
  const _id = `single:${duplicates.toSorted().join(":")}`;
  await stripeJobs.add({ _id, kind: "single", target: customerId }, now);
}

/** Ends a debt at the provider after the grace period, so that it is not charged later. */
async function endAfterGrace(
  { status, paid }: Subscription,
  list: readonly ProviderSubscription[],
  now: Date,
  stripeJobs: Stores["stripeJobs"],
): Promise<void> {
  if (status !== "lapsed" && status !== "trialing") return;
  const unpaid = list.find(({ id, state }) => id === paid?.id && state === "unpaid");
  if (!unpaid) return;
  // One job for each debt: the next debt of the same subscription needs its own.
  const _id = `end:${unpaid.id}:${paid?.until?.getTime() ?? 0}`;
  await stripeJobs.add({ _id, kind: "end", target: unpaid.id }, now);
}
