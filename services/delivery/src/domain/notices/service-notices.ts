import { isEntitled, optedOut, type Subscriber } from "../subscriber/subscriber.ts";

export type ServiceNoticeName = "trial_ending" | "payment_problem" | "trial_ended" | "plan_ended";

/** A notice about a subscription, sent once. */
export interface ServiceNotice {
  name: ServiceNoticeName;
  at: Date;
  /** Name and end: the same notice about another end has another key. */
  key: string;
  /** When digests end, or ended. */
  end: Date;
}

const hourMs = 3_600_000;
/** The end is announced a day before. In the last six hours only the notice at the end itself is sent. Milliseconds. */
const aheadMs = 24 * hourMs;
const tooCloseMs = 6 * hourMs;
/** An older end gets no notice: the number was connected, or START sent, long after it. Milliseconds. */
const staleMs = 48 * hourMs;

/**
 * The next notice about this person's subscription, or null without one or without a confirmed number. Each
 * notice is about one end, so neither a repeated event nor a status that changes back sends it again.
 */
export function nextNotice(subscriber: Subscriber, now: Date): ServiceNotice | null {
  const { subscription, channel, noticed = [] } = subscriber;
  const end = subscription?.entitledUntil ?? null;
  if (subscription === undefined || end === null) return null;
  if (channel?.verifiedAt === undefined || optedOut(subscriber)) return null;
  const unlessSent = (name: ServiceNoticeName, at: Date): ServiceNotice | null => {
    const key = `${name}:${end.toISOString()}`;
    return noticed.includes(key) ? null : { name, at, key, end };
  };
  const entitled = isEntitled(subscriber, now);
  const untilEnd = end.getTime() - now.getTime();
  if (entitled && subscription.status === "past_due") {
    const problem = unlessSent("payment_problem", now);
    if (problem !== null) return problem;
  }
  if (entitled && subscription.status === "trialing" && untilEnd > tooCloseMs) {
    const ahead = new Date(Math.max(now.getTime(), end.getTime() - aheadMs));
    const warning = unlessSent("trial_ending", ahead);
    if (warning !== null) return warning;
  }
  if (untilEnd < -staleMs) return null;
  return unlessSent(endedName(subscription), end);
}

/** A lapsed subscription has lost its former status: it was a trial if it ended together with the trial. */
const endedName = ({
  status,
  trialEndsAt,
  entitledUntil,
}: NonNullable<Subscriber["subscription"]>): ServiceNoticeName =>
  status === "trialing" || trialEndsAt?.getTime() === entitledUntil?.getTime()
    ? "trial_ended"
    : "plan_ended";

/** Number of stored keys. One subscription has fewer at a time. */
const keptKeys = 8;

/** The keys to store after this notice was sent: the last 8, the oldest first. */
export const afterNotice = (noticed: readonly string[], { key }: ServiceNotice): string[] =>
  [...noticed, key].slice(-keptKeys);
