import type { PaidSubscription, Subscription } from "./subscription.ts";

/**
 * A waiver may come with the call that creates the subscription. Then it may be a little older than the subscription: by
 * the difference between our clock and that of the provider.
 */
const marginMs = 5 * 60_000;

/**
 * When the buyer of this subscription gave up the right of withdrawal, or null. A waiver counts for the plan that it
 * names and for the purchase in which it was given, not for a later purchase of the same plan.
 */
export function waivedAt(
  { planId, createdAt }: Pick<PaidSubscription, "planId" | "createdAt">,
  waivers: Subscription["waivers"],
): Date | null {
  const at = waivers?.[planId];
  if (at === undefined) return null;
  const isEarlier = createdAt && at.getTime() < createdAt.getTime() - marginMs;
  return isEarlier ? null : at;
}
