import { addDays, instantOf, localDate, localTime } from "./slot-instants.ts";

/**
 * When a pause of so many days is over: at the same wall-clock time that many dates later, so that a
 * daily digest is left out exactly that many times, whatever summer time does.
 */
export const pauseEnd = (from: Date, days: number, zone: string): Date =>
  new Date(instantOf(zone, addDays(localDate(zone, from), days), localTime(zone, from)));
