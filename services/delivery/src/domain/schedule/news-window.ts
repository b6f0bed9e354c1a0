import type { Subscriber } from "../subscriber/subscriber.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Longest news window, for subscribers without a digest for longer. */
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
 * The window of a scheduled digest, from the end of the last sent window to the last whole minute.
 * Subscribers with equal choices then share one window and one composition, although they are planned in
 * several batches. A first digest covers the news until now.
 */
export function slotWindow(subscriber: Subscriber, now: Date): NewsWindow {
  const { newsCursor } = subscriber;
  if (newsCursor === undefined) return { start: before(now, firstMs(subscriber)), end: now };
  const end = startOfMinute(now);
  const oldest = before(end, longestMs);
  return { start: newsCursor > oldest ? newsCursor : oldest, end };
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
 * The subscriber with the news cursor after the digest in progress: the next news window then begins where
 * the window of that digest ends. The stored cursor advances only when a digest was sent; a late digest is
 * sent after the next one is planned. If the digest in progress fails, its news are in no digest.
 */
export const afterEdition = <S extends Subscriber>(
  subscriber: S,
  underWayUntil: Date | undefined,
): S => {
  const { newsCursor } = subscriber;
  return underWayUntil === undefined || (newsCursor !== undefined && newsCursor >= underWayUntil)
    ? subscriber
    : { ...subscriber, newsCursor: underWayUntil };
};
