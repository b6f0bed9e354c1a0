import { addDays, instantOf, localDate, localTime } from "./slot-instants.ts";

/**
 * The end of a pause: the same wall-clock time `days` dates later. So exactly `days` daily digests are left
 * out, also across a daylight-saving change.
 */
export const pauseEnd = (from: Date, days: number, zone: string): Date =>
  new Date(instantOf(zone, addDays(localDate(zone, from), days), localTime(zone, from)));
