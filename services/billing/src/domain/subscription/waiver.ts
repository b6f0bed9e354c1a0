import type { PaidSubscription, Subscription } from "./subscription.ts";

/**
 * A waiver may come with the call that creates the subscription. Then it may be a little older than the subscription: by
 * the difference between our clock and that of the provider, and in older documents by the calls to the provider in
 * between (some seconds).
 */
const marginMs = 5 * 60_000;

/**
 * When the buyer of this subscription gave up the right of withdrawal, or null. A waiver counts for the plan that it
 * names and for the purchase in which it was given, not for a later purchase of the same plan.
 */
export function waivedAt(
  { planId, createdAt }: Pick<PaidSubscription, "planId" | "createdAt">,
  waiver: Subscription["waiver"],
): Date | null {
  if (!waiver || waiver.planId !== planId) return null;
  // older documents do not say when the subscription was created
  const isEarlier = createdAt && waiver.at.getTime() < createdAt.getTime() - marginMs;
  return isEarlier ? null : waiver.at;
}
