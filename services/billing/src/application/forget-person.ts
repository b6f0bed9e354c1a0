import type { Forgetting } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";
import type { Stores } from "../store/index.ts";

/** Adds the job that deletes a customer at Stripe. Its invoices stay there, as the law requires. */
export const deleteCustomerLater = (
  customerId: string,
  now: Date,
  { stripeJobs }: Pick<Stores, "stripeJobs">,
) =>
  stripeJobs.add(
    { _id: `delete_customer:${customerId}`, kind: "delete_customer", target: customerId },
    now,
  );

/** How billing forgets people: here at once, and at Stripe by a job that is retried until it succeeds. */
export const forgettingOf = (stores: Stores, now: () => Date): Forgetting => ({
  erased: stores.erased,
  forget: async (ids) => {
    for (const id of ids) await forget(id, now(), stores);
  },
});

async function forget(id: UserId, now: Date, stores: Stores): Promise<void> {
  // the job first: after a crash in between, the tombstone is processed again and still finds the customer
  const known = await stores.subscriptions.of(id);
  if (known?.customerId) await deleteCustomerLater(known.customerId, now, stores);
  await stores.subscriptions.erase(id, now);
}
