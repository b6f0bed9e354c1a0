import { addDays, instantOf, localDate, localTime } from "./slot-instants.ts";

/**
 * The end of a pause of `days` days: the same wall-clock time that many dates later, so that exactly that
 * many daily digests are left out, also across a daylight-saving change.
 */
export const pauseEnd = (from: Date, days: number, zone: string): Date =>
  new Date(instantOf(zone, addDays(localDate(zone, from), days), localTime(zone, from)));
