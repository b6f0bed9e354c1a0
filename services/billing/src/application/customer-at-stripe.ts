import type { UserId } from "@matinale/contracts";
import { HttpError, httpTexts } from "@matinale/kit";
import { RepeatedRefusal } from "../clients/stripe/errors.ts";
import type { PaymentProvider } from "../domain/payment/payment-provider.ts";
import type { Subscription } from "../domain/subscription/subscription.ts";
import type { Stores } from "../store/index.ts";
import { deleteCustomerLater } from "./forget-person.ts";

type Deps = Stores & { provider: PaymentProvider; clock: () => Date };

/** Longer than a purchase takes to create and store the customer. Milliseconds. */
const interruptedAfterMs = 60_000;

/**
 * The person's customer at Stripe, which the first purchase creates. The job is stored first: after a crash it finds the
 * customer that nothing else knows.
 *
 * @throws HttpError UNAUTHENTICATED when the person was erased meanwhile
 */
export async function customerOf(
  { _id, customerId, attempt = 0 }: Subscription,
  deps: Deps,
): Promise<string> {
  if (customerId) return customerId;
  const key = `customer:${_id}:${attempt}`;
  const dueAt = new Date(deps.clock().getTime() + interruptedAfterMs);
  await deps.stripeJobs.add({ _id: key, kind: "keep_customer", target: _id }, dueAt);
  const kept = await keepCustomer(key, _id, deps);
  if (kept === null) throw new HttpError("UNAUTHENTICATED", httpTexts.signIn);
  return kept;
}

/**
 * Creates the customer and stores its id; for an erased person deletes it. Safe to repeat: Stripe returns the same customer
 * for the same key. Then removes the job, whose id is the key.
 *
 * @returns null when the person was erased
 */
export async function keepCustomer(key: string, id: UserId, deps: Deps): Promise<string | null> {
  const { subscriptions, stripeJobs, provider, erased, clock } = deps;
  const created = await provider.createCustomer(id, key).catch(async (error: unknown) => {
    // there is no customer, and Stripe would repeat its answer to the job
    if (error instanceof RepeatedRefusal) await stripeJobs.eraseAll([key]);
    throw error;
  });
  const { customerId } = await subscriptions.apply(id, clock(), (current) => ({
    customerId: current.customerId ?? created,
  }));
  // an erasure that read the subscription before this write does not know the customer
  const isErased = (await erased.among([id])).size > 0;
  if (isErased || customerId !== created) await deleteCustomerLater(created, clock(), deps);
  await stripeJobs.eraseAll([key]);
  return isErased ? null : (customerId ?? null);
}
