import { isEntitled, optedOut, type Subscriber } from "../subscriber/subscriber.ts";

export type ServiceNoticeName = "trial_ending" | "payment_problem" | "trial_ended" | "plan_ended";

/** A notice about a subscription, sent once. */
export interface ServiceNotice {
  name: ServiceNoticeName;
  at: Date;
  /** Subject of the notice: the same notice about another end has another key. */
  key: string;
  /** When digests end, or ended. */
  end: Date;
}

const hourMs = 3_600_000;
/** The end is announced a day before; from six hours before on, only the end itself is. */
const aheadMs = 24 * hourMs;
const tooCloseMs = 6 * hourMs;
/** An older end gets no notice: the number was connected, or START sent, long after it. */
const staleMs = 48 * hourMs;

/**
 * The next notice about this person's subscription, or null when there is none or no confirmed number.
 * Each notice is about one end, so neither a repeated event nor a status that alternates repeats it.
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

/** A lapsed subscription does not say what it was: it was a trial if it ended with the trial. */
const endedName = ({
  status,
  trialEndsAt,
  entitledUntil,
}: NonNullable<Subscriber["subscription"]>): ServiceNoticeName =>
  status === "trialing" || trialEndsAt?.getTime() === entitledUntil?.getTime()
    ? "trial_ended"
    : "plan_ended";

/** Number of stored keys: more than one subscription has at a time. */
const remembered = 8;

export const afterNotice = (noticed: readonly string[], { key }: ServiceNotice): string[] =>
  [...noticed, key].slice(-remembered);
