import { plans, trialDays, trialPlanId } from "@matinale/contracts";
import type { Language, Plan, PlanId, UserId } from "@matinale/contracts";

/**
 * - `trialing`: in the seven days that everybody has
 * - `active`: paid, and renewed at the end of each month
 * - `canceled`: cancelled by the subscriber, in force until the month that was paid is over
 * - `past_due`: the last payment failed; in force for some days more
 * - `lapsed`: nothing is in force
 */
export type Status = "trialing" | "active" | "canceled" | "past_due" | "lapsed";

/** The subscription of a person. It starts with a trial, which needs no card. */
export interface Subscription {
  _id: UserId;
  version: number;
  status: Status;
  trialEndsAt: Date;
  /** There was no trial, or it was revoked: a deleted account had used it. */
  trialUsed?: boolean;
  /** The language in which this person is addressed; absent until user.changed arrives. */
  language?: Language | null;
  /** Id of the customer at Stripe. */
  customerId?: string | null;
  /** The last subscription that was paid for, or simulated. */
  paid?: PaidSubscription | null;
  /** A subscription that waits for its first payment. */
  open?: { id: string; planId: PlanId } | null;
  /** The last wish of the subscriber about the time after the paid month. */
  renewal?: Renewal | null;
  /** Part of idempotency keys: raised when Stripe would only repeat an error of its own. */
  attempt?: number;
}

export interface PaidSubscription {
  /** `sub_…` of Stripe, `sub_sim_…` when simulated. */
  id: string;
  planId: PlanId;
  state: "renewing" | "ending" | "unpaid" | "ended";
  periodEndsAt: Date;
  /** Not in force from here on; null while it renews itself. */
  until: Date | null;
}

/**
 * - `end`: cancelled
 * - `resume`: a cancelled subscription resumes as soon as `planId` runs, which may have to be paid first
 */
export type Renewal =
  | { id: string; wanted: "end" }
  | { id: string; wanted: "resume"; planId: PlanId };

/** The limits in force. Nothing is sent at or after `until`; null means that no end is known. */
export interface Entitlement {
  planId: PlanId | null;
  until: Date | null;
  editionsPerDay: number;
  maxCategories: number;
  maxSeconds: number;
}

const dayMs = 86_400_000;
const graceDays = 7;
export const graceEnd = (unpaidSince: Date): Date =>
  new Date(unpaidSince.getTime() + graceDays * dayMs);

/** Seven times 24 hours after the sign-up, whatever summer time does in between. */
const trialEnd = (signedUpAt: Date): Date => new Date(signedUpAt.getTime() + trialDays * dayMs);

export const startTrial = (id: UserId, signedUpAt: Date): Subscription => ({
  _id: id,
  version: 1,
  status: "trialing",
  trialEndsAt: trialEnd(signedUpAt),
});

/** A person whose deleted account had used the trial: nothing is in force. */
export const withoutTrial = (id: UserId, signedUpAt: Date): Subscription => ({
  _id: id,
  version: 1,
  status: "lapsed",
  trialEndsAt: signedUpAt,
  trialUsed: true,
});

const statusOf = { renewing: "active", ending: "canceled", unpaid: "past_due" } as const;

/**
 * The status at `now`. A paid plan takes precedence over the trial, also while the trial lasts;
 * the rest of the trial comes back when the plan ends before it. Every end is exclusive.
 */
export function statusAt({ paid, trialEndsAt }: Subscription, now: Date): Status {
  if (paid && paid.state !== "ended" && (paid.until === null || paid.until > now)) {
    return statusOf[paid.state];
  }
  return trialEndsAt > now ? "trialing" : "lapsed";
}

export const planOf = (id: number): Plan | undefined => plans.find((plan) => plan.id === id);

const isInForce = (status: Status): boolean => status !== "trialing" && status !== "lapsed";

/** The paid or simulated subscription, while it gives something. */
export const inForce = ({ status, paid }: Subscription): PaidSubscription | null =>
  paid && isInForce(status) ? paid : null;

/** A trial gives what Premium gives; after it nothing is in force until a plan is bought. */
export function entitlementOf(subscription: Subscription): Entitlement {
  const { status, trialEndsAt, paid } = subscription;
  const bought = inForce(subscription);
  const plan = bought ? planOf(bought.planId) : planOf(trialPlanId);
  if (status === "lapsed" || plan === undefined) {
    const until = paid?.until && paid.until > trialEndsAt ? paid.until : trialEndsAt;
    return { planId: null, until, editionsPerDay: 0, maxCategories: 0, maxSeconds: 0 };
  }
  const until = bought ? bought.until : trialEndsAt;
  return { ...plan.entitlements, planId: plan.id, until };
}
