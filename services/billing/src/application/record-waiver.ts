import type { PlanId, UserId } from "@matinale/contracts";
import type { SubscriptionStore } from "../store/subscriptions.ts";

/** Keeps the proof that the buyer gave up the right of withdrawal. It is written before the payment. */
export async function recordWaiver(
  id: UserId,
  planId: PlanId,
  subscriptions: SubscriptionStore,
): Promise<void> {
  const now = new Date();
  await subscriptions.getOrStartTrial(id, now);
  await subscriptions.apply(id, now, () => ({ waiver: { planId, at: now } }));
}
