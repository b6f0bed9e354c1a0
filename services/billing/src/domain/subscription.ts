import { plans, trialDays, trialPlanId } from "@matinale/contracts";
import type { Plan, PlanId, UserId } from "@matinale/contracts";

/** What a subscriber has with us. Everybody starts with a trial, which needs no card. */
export interface Subscription {
  _id: UserId;
  version: number;
  status: "trialing" | "lapsed";
  trialEndsAt: Date;
}

/** What is in force. Nothing is sent at or after `until`. */
export interface Entitlement {
  planId: PlanId | null;
  until: Date;
  editionsPerDay: number;
  maxCategories: number;
  maxSeconds: number;
}

const dayMs = 86_400_000;

/** Seven times 24 hours after the sign-up, whatever summer time does in between. */
const trialEnd = (signedUpAt: Date): Date => new Date(signedUpAt.getTime() + trialDays * dayMs);

export const startTrial = (id: UserId, signedUpAt: Date): Subscription => ({
  _id: id,
  version: 1,
  status: "trialing",
  trialEndsAt: trialEnd(signedUpAt),
});

/** A trial ends at its instant, not after it. */
export const trialIsOver = (subscription: Subscription, now: Date): boolean =>
  subscription.status === "trialing" && subscription.trialEndsAt <= now;

export const planOf = (id: number): Plan | undefined => plans.find((plan) => plan.id === id);

/** A trial gives what Premium gives; after it nothing is in force until a plan is bought. */
export function entitlementOf({ status, trialEndsAt }: Subscription): Entitlement {
  const plan = status === "trialing" ? planOf(trialPlanId) : undefined;
  const none = { editionsPerDay: 0, maxCategories: 0, maxSeconds: 0 };
  return { ...(plan?.entitlements ?? none), planId: plan?.id ?? null, until: trialEndsAt };
}
