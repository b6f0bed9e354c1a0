import type { Subscriber } from "../subscriber/subscriber.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Longest news window, however long a subscriber was away. */
const longestMs = 8 * dayMs;

/** News that were first seen after `start` and up to `end`. */
export interface NewsWindow {
  start: Date;
  end: Date;
}

const before = (date: Date, ms: number): Date => new Date(date.getTime() - ms);
const startOfMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
const endOfMinute = (at: Date): Date => new Date(Math.ceil(at.getTime() / minuteMs) * minuteMs);

/**
 * The window of a scheduled digest, from the end of the window before to the last whole minute, so that
 * subscribers with equal choices who are planned in several batches share one window and one composition.
 * A first digest has all news until now.
 */
export function slotWindow(subscriber: Subscriber, now: Date): NewsWindow {
  const { toldUntil } = subscriber;
  if (toldUntil === undefined) return { start: before(now, firstMs(subscriber)), end: now };
  const end = startOfMinute(now);
  const oldest = before(end, longestMs);
  return { start: toldUntil > oldest ? toldUntil : oldest, end };
}

/** Window of a first digest: a week for weekly subscribers, else a day. */
const firstMs = ({ preferences }: Subscriber): number =>
  (preferences?.weekday ?? null) === null ? dayMs : 7 * dayMs;

/**
 * The window of a manual digest: a day that ends with the current minute. Equal requests within one minute
 * share one window and one composition, which covers the news of that minute.
 */
export function manualWindow(now: Date): NewsWindow {
  const end = endOfMinute(now);
  return { start: before(end, dayMs), end };
}

/**
 * The subscriber as after the digest in progress, so that the next news window begins where that of the
 * digest in progress ends. The cursor itself advances only when a digest was sent, which for a late one is
 * after the next one is planned. If the digest in progress fails, its news are in no digest.
 */
export const afterEdition = <S extends Subscriber>(
  subscriber: S,
  underWayUntil: Date | undefined,
): S => {
  const { toldUntil } = subscriber;
  return underWayUntil === undefined || (toldUntil !== undefined && toldUntil >= underWayUntil)
    ? subscriber
    : { ...subscriber, toldUntil: underWayUntil };
};
