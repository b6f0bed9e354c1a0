import type { DigestOrder } from "../news.ts";

const minute = 60_000;

const endOfMinute = (at: Date): Date => new Date(Math.ceil(at.getTime() / minute) * minute);

/**
 * The window of a digest asked for by hand, in whole minutes: equal choices within a minute are one order, composed
 * once. Rounded up, so that it still covers the news of the minute in which it was asked for.
 */
export const sharedWindow = ({
  windowStart,
  windowEnd,
}: Pick<DigestOrder, "windowStart" | "windowEnd">) => ({
  windowStart: endOfMinute(windowStart),
  windowEnd: endOfMinute(windowEnd),
});
