import { planById, type PlanId, type Product, type UserId } from "@matinale/contracts";

/**
 * - `trialing`: in the seven days of the trial
 * - `active`: paid, and renewed at the end of each month
 * - `canceled`: cancelled by the subscriber, in force until the end of the paid month
 * - `past_due`: the last payment failed; in force for seven days more
 * - `lapsed`: no plan is in force
 */
export type Status = "trialing" | "active" | "canceled" | "past_due" | "lapsed";

/** The subscription of a person. It starts with a trial, which needs no card. */
export interface Subscription {
  _id: UserId;
  version: number;
  status: Status;
  trialEndsAt: Date;
  /** There was no trial, or it was revoked: the person had one with a deleted account. */
  trialUsed?: boolean;
  customerId?: string | null;
  /** The last subscription that was paid for, or simulated. */
  paid?: PaidSubscription | null;
  /** Waits for its payment: the first month of a subscription, or a change of `paid` to this plan. */
  open?: { id: string; planId: PlanId } | null;
  /** What the subscriber last chose for the time after the paid month. */
  renewal?: Renewal | null;
  /** When the person last asked for editions of a plan at once and gave up the right of withdrawal. */
  waivers?: Partial<Record<PlanId, Date>>;
  /** Part of idempotency keys. It is raised when Stripe would only repeat its own error. */
  attempt?: number;
}

export interface PaidSubscription {
  /** `sub_…` of Stripe, `sub_sim_…` when simulated. */
  id: string;
  planId: PlanId;
  /** Absent when simulated. */
  createdAt?: Date;
  state: "renewing" | "ending" | "unpaid" | "ended";
  periodEndsAt: Date;
  /** In force until this instant, exclusive; null while it renews itself. */
  until: Date | null;
}

/**
 * - `end`: the subscription ends with the paid month
 * - `resume`: the cancelled subscription resumes as soon as `planId` is paid
 */
export type Renewal =
  | { id: string; wanted: "end" }
  | { id: string; wanted: "resume"; planId: PlanId };

/** The limits in force. No digest is sent at or after `until`; null means that no end is known. */
export interface Entitlement {
  planId: PlanId | null;
  until: Date | null;
  editionsPerDay: number;
  maxCategories: number;
  maxSeconds: number;
  breakingNewsAlerts: boolean;
}

const dayMs = 86_400_000;
const graceDays = 7;
/** The end of the grace, exclusive: 7 × 24 hours after the instant at which the unpaid invoice was created. */
export const graceEnd = (unpaidSince: Date): Date =>
  new Date(unpaidSince.getTime() + graceDays * dayMs);

/** The trial ends a multiple of 24 hours after the sign-up, also when the clocks change in between. */
export const startTrial = (id: UserId, signedUpAt: Date, { trial }: Product): Subscription => ({
  _id: id,
  version: 1,
  status: "trialing",
  trialEndsAt: new Date(signedUpAt.getTime() + trial.days * dayMs),
});

/** The subscription of a person who had the trial with a deleted account: no plan is in force. */
export const withoutTrial = (id: UserId, signedUpAt: Date): Subscription => ({
  _id: id,
  version: 1,
  status: "lapsed",
  trialEndsAt: signedUpAt,
  trialUsed: true,
});

const statusOf = { renewing: "active", ending: "canceled", unpaid: "past_due" } as const;

/**
 * The status at `now`. A paid plan has precedence over the trial. When the plan ends during the trial, the rest
 * of the trial is in force again. Every end is exclusive.
 */
export function statusAt({ paid, trialEndsAt }: Subscription, now: Date): Status {
  if (paid && paid.state !== "ended" && (paid.until === null || paid.until > now)) {
    return statusOf[paid.state];
  }
  return trialEndsAt > now ? "trialing" : "lapsed";
}

const isInForce = (status: Status): boolean => status !== "trialing" && status !== "lapsed";

/** The paid or simulated subscription while it is in force, otherwise null. */
export const inForce = ({ status, paid }: Subscription): PaidSubscription | null =>
  paid && isInForce(status) ? paid : null;

/** The entitlements while no plan is in force. */
const nothing = { editionsPerDay: 0, maxCategories: 0, maxSeconds: 0, breakingNewsAlerts: false };

/** A trial has the limits of its plan. After it, no plan is in force until the person buys one. */
export function entitlementOf(subscription: Subscription, product: Product): Entitlement {
  const { status, trialEndsAt, paid } = subscription;
  const bought = inForce(subscription);
  if (status === "lapsed") {
    const until = paid?.until && paid.until > trialEndsAt ? paid.until : trialEndsAt;
    return { planId: null, until, ...nothing };
  }
  const until = bought ? bought.until : trialEndsAt;
  const { id, limits } = planById(product, bought?.planId ?? product.trial.planId);
  const { maxMinutes, prioritySupport: _byContactForm, ...others } = limits;
  return { planId: id, until, maxSeconds: maxMinutes * 60, ...others };
}
