import type { PlanId } from "@matinale/contracts";
import type { PaidSubscription } from "./subscription.ts";

const prefix = "sub_sim_";

export const isSimulated = ({ id }: Pick<PaidSubscription, "id">): boolean => id.startsWith(prefix);

/** The same day of the next month, or its last day when the month is shorter. UTC. */
export function monthAfter(at: Date): Date {
  const next = new Date(at);
  next.setUTCMonth(at.getUTCMonth() + 1);
  if (next.getUTCDate() !== at.getUTCDate()) next.setUTCDate(0);
  return next;
}

/** A subscription without payments, for development without a Stripe account. */
export const simulate = (uuid: string, planId: PlanId, now: Date): PaidSubscription => ({
  id: prefix + uuid,
  planId,
  state: "renewing",
  periodEndsAt: monthAfter(now),
  until: null,
});

/** Renews the subscription month by month until the month that contains `now`. */
export function rolledOver(paid: PaidSubscription, now: Date): PaidSubscription {
  let { periodEndsAt } = paid;
  while (periodEndsAt <= now) periodEndsAt = monthAfter(periodEndsAt);
  return { ...paid, periodEndsAt };
}
