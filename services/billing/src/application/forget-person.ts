import type { ErasedPeople, Forgetting } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";
import type { StripeJobStore } from "../store/stripe-jobs.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";

export interface Stores {
  subscriptions: SubscriptionStore;
  stripeJobs: StripeJobStore;
}

/** Has Stripe delete a customer; its invoices stay there, as the law requires. */
export const forgetCustomer = (customerId: string, now: Date, { stripeJobs }: Stores) =>
  stripeJobs.add({ _id: `forget:${customerId}`, kind: "forget", target: customerId }, now);

/** How billing forgets people: here and, by a job that is retried until it succeeds, at Stripe. */
export const forgettingOf = (
  erased: ErasedPeople,
  stores: Stores,
  now: () => Date = () => new Date(),
): Forgetting => ({
  erased,
  forget: async (ids) => {
    for (const id of ids) await forget(id, now(), stores);
  },
});

async function forget(id: UserId, now: Date, stores: Stores): Promise<void> {
  // The job first: after a crash in between, the tombstone is delivered again and finds the customer.
  const known = await stores.subscriptions.of(id);
  if (known?.customerId) await forgetCustomer(known.customerId, now, stores);
  await stores.subscriptions.erase(id, now);
}
