import {
  categories as catalogue,
  planById,
  type Category,
  type Language,
  type LocalTime,
  type Plan,
  type PlanId,
  type PlanLimits,
  type Product,
  type UserId,
} from "@matinale/contracts";
import { Temporal } from "temporal-polyfill";
import { defaultChoices, knownZone, type Choices } from "./choices.ts";
import { deliveryHours } from "./delivery-hours.ts";

export interface Subscriber {
  _id: UserId;
  version: number;
  /** Explicit choices; the other fields follow the defaults. */
  chosen: Partial<Choices>;
  /** Ids of the categories chosen, ascending. */
  categories: number[];
  /** When this document was created. Replaces the instant of the sign-up until user.changed arrives. */
  since: Date;
  /** ISO weekday of weekly editions. Set when they are first chosen; a change of zone does not move it. */
  weekday?: number | null;
  /** When alerts were last turned on or off, on the site or by a message from the phone. */
  alertsSwitchedAt?: Date | null;
  /** From user.changed. */
  user?: { version: number; language: Language; signedUpAt: Date } | null;
  /** From subscription.changed. */
  subscription?: {
    version: number;
    /** 0 when no plan is in force. */
    planId: number;
    editionsPerDay: number;
    maxCategories: number;
    breakingNewsAlerts: boolean;
    trialEndsAt?: Date | null;
  } | null;
}

/** The limits of a plan, and the plan that sets them. */
export type Allowance = { planId: PlanId } & Pick<
  PlanLimits,
  "editionsPerDay" | "maxCategories" | "breakingNewsAlerts"
>;

const allowanceOf = ({ id, limits }: Plan): Allowance => ({ planId: id, ...limits });

export const newSubscriber = (id: UserId, at: Date): Subscriber => ({
  _id: id,
  version: 0,
  chosen: {},
  categories: [],
  since: at,
});

/** Explicit choices, else the language of the sign-up, else the defaults. */
export function choicesOf({ chosen, user }: Subscriber): Choices {
  const { timezone, ...others } = chosen;
  const zone = timezone === undefined ? undefined : knownZone(timezone);
  return {
    ...defaultChoices,
    ...(user ? { language: user.language } : {}),
    ...others,
    ...(zone === undefined ? {} : { timezone: zone }),
  };
}

/**
 * The limits within which the subscriber may choose.
 *
 * Until billing's first event, a new subscriber has the limits of the trial. After a lapse the subscriber can
 * still change settings within the limits of the smallest plan: delivery stops by billing's end of
 * entitlement, not by these limits.
 */
export function allowance({ subscription }: Subscriber, product: Product): Allowance {
  if (!subscription) return allowanceOf(planById(product, product.trial.planId));
  const plan = product.plans.find(({ id }) => id === subscription.planId);
  if (!plan) return allowanceOf(planById(product, 1));
  return { ...subscription, planId: plan.id };
}

export const categoriesOf = ({ categories }: Subscriber): Category[] =>
  catalogue.filter(({ id }) => categories.includes(id));

export const hasAlerts = (subscriber: Subscriber, product: Product): boolean =>
  choicesOf(subscriber).breakingNewsAlerts && allowance(subscriber, product).breakingNewsAlerts;

/**
 * What turning alerts on or off changes; null when they were last turned on or off later than `at`. WhatsApp reports
 * whole seconds: of two messages with one instant, the one that turns alerts off counts.
 */
export function withAlerts(
  { chosen, alertsSwitchedAt }: Subscriber,
  on: boolean,
  at: Date,
): Pick<Subscriber, "chosen" | "alertsSwitchedAt"> | null {
  const passedMs = alertsSwitchedAt ? at.getTime() - alertsSwitchedAt.getTime() : Infinity;
  const isOffAtOnce = passedMs === 0 && !on && chosen.breakingNewsAlerts !== false;
  return passedMs > 0 || isOffAtOnce
    ? { chosen: { ...chosen, breakingNewsAlerts: on }, alertsSwitchedAt: at }
    : null;
}

/** Local times of one day's editions, the chosen hour first. */
export function hoursOf(subscriber: Subscriber, product: Product): LocalTime[] {
  const { deliveryTime, deliveryFrequency } = choicesOf(subscriber);
  return deliveryHours({
    time: deliveryTime,
    frequency: deliveryFrequency,
    editionsPerDay: allowance(subscriber, product).editionsPerDay,
  });
}

/**
 * ISO weekday (1 = Monday) of weekly editions: the weekday of the sign-up, in the zone that the subscriber had
 * when they chose weekly editions.
 */
export function weekdayOf(subscriber: Subscriber): number {
  if (typeof subscriber.weekday === "number") return subscriber.weekday;
  const signedUpAt = subscriber.user?.signedUpAt ?? subscriber.since;
  return Temporal.Instant.fromEpochMilliseconds(signedUpAt.getTime()).toZonedDateTimeISO(
    choicesOf(subscriber).timezone,
  ).dayOfWeek;
}

const isWeekly = (subscriber: Subscriber): boolean =>
  choicesOf(subscriber).deliveryFrequency === "weekly";

/**
 * The weekday to store with a change. The instant of the sign-up can fall on another weekday in another zone:
 * without a stored weekday, a weekly reader who changes zone would get editions on two consecutive days. A
 * reader who had weekly editions before the change keeps their weekday; otherwise it comes from the new choices.
 */
export function fixedWeekday(before: Subscriber, after: Subscriber): { weekday?: number } {
  const weekly = [before, after].find(isWeekly);
  if (typeof before.weekday === "number" || weekly === undefined) return {};
  return { weekday: weekdayOf(weekly) };
}

/**
 * The categories after choosing one more, ascending. Earlier choices stay, even when they exceed the limit.
 *
 * @returns null when the plan does not include one more
 */
export function withCategory(
  subscriber: Subscriber,
  categoryId: number,
  product: Product,
): number[] | null {
  const { categories } = subscriber;
  if (categories.includes(categoryId)) return categories;
  if (categories.length >= allowance(subscriber, product).maxCategories) return null;
  return [...categories, categoryId].sort((a, b) => a - b);
}
