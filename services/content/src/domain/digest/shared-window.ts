import type { DigestOrder } from "../news.ts";

const minute = 60_000;

const endOfMinute = (at: Date): Date => new Date(Math.ceil(at.getTime() / minute) * minute);

/**
 * The window of a manual digest, rounded to whole minutes: equal choices within a minute make one order, which is composed
 * once. Rounded up, so that it covers the news of the minute of the request.
 */
export const sharedWindow = ({
  windowStart,
  windowEnd,
}: Pick<DigestOrder, "windowStart" | "windowEnd">) => ({
  windowStart: endOfMinute(windowStart),
  windowEnd: endOfMinute(windowEnd),
});
