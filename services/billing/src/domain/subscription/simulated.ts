import { monthsAfter, type PlanId } from "@matinale/contracts";
import type { PaidSubscription } from "./subscription.ts";

const prefix = "sub_sim_";

export const isSimulated = ({ id }: Pick<PaidSubscription, "id">): boolean => id.startsWith(prefix);

/** A subscription without payments, for development without a Stripe account. */
export const simulate = (uuid: string, planId: PlanId, now: Date): PaidSubscription => ({
  id: prefix + uuid,
  planId,
  state: "renewing",
  periodEndsAt: monthsAfter(now, 1),
  until: null,
});

/** Renews the subscription month by month until the month that contains `now`. */
export function rolledOver(paid: PaidSubscription, now: Date): PaidSubscription {
  let { periodEndsAt } = paid;
  while (periodEndsAt <= now) periodEndsAt = monthsAfter(periodEndsAt, 1);
  return { ...paid, periodEndsAt };
}
