import { isEntitled, optedOut, type Subscriber } from "../subscriber/subscriber.ts";

export type ServiceNoticeName = "trial_ending" | "payment_problem" | "trial_ended" | "plan_ended";

/** Something that is said once about a subscription. */
export interface ServiceNotice {
  name: ServiceNoticeName;
  at: Date;
  /** What it is said about: the same words about another end are another notice. */
  key: string;
  /** When digests end, or ended. */
  end: Date;
}

const hourMs = 3_600_000;
/** A day before the end there is time to choose a plan; from six hours on the end itself is told. */
const aheadMs = 24 * hourMs;
const tooCloseMs = 6 * hourMs;
/** An end that is older is no news: the number was connected, or START said, long after it. */
const staleMs = 48 * hourMs;

/**
 * What is to be said next about this person's subscription, and when; null when there is nothing, or
 * nobody to say it to. Each notice is about one end, so neither an event that comes again nor a status
 * that goes back and forth repeats it.
 */
export function nextNotice(subscriber: Subscriber, now: Date): ServiceNotice | null {
  const { subscription, channel, noticed = [] } = subscriber;
  const end = subscription?.entitledUntil ?? null;
  if (subscription === undefined || end === null) return null;
  if (channel?.verifiedAt === undefined || optedOut(subscriber)) return null;
  const make = (name: ServiceNoticeName, at: Date): ServiceNotice | null => {
    const key = `${name}:${end.toISOString()}`;
    return noticed.includes(key) ? null : { name, at, key, end };
  };
  const entitled = isEntitled(subscriber, now);
  const untilEnd = end.getTime() - now.getTime();
  if (entitled && subscription.status === "past_due") {
    const problem = make("payment_problem", now);
    if (problem !== null) return problem;
  }
  if (entitled && subscription.status === "trialing" && untilEnd > tooCloseMs) {
    const ahead = new Date(Math.max(now.getTime(), end.getTime() - aheadMs));
    const warning = make("trial_ending", ahead);
    if (warning !== null) return warning;
  }
  if (untilEnd < -staleMs) return null;
  return make(endedName(subscription), end);
}

/** A lapsed subscription no longer tells what it was: a trial is what ends at the trial's own end. */
const endedName = ({
  status,
  trialEndsAt,
  entitledUntil,
}: NonNullable<Subscriber["subscription"]>): ServiceNoticeName =>
  status === "trialing" || trialEndsAt?.getTime() === entitledUntil?.getTime()
    ? "trial_ended"
    : "plan_ended";

/** Keys that are remembered: more than one subscription has at a time. */
const remembered = 8;

export const afterNotice = (noticed: readonly string[], { key }: ServiceNotice): string[] =>
  [...noticed, key].slice(-remembered);
