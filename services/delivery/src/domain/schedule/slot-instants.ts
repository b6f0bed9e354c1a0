import { Temporal } from "temporal-polyfill";

const dayMs = 86_400_000;

/** Release of the time zone data in this process, such as "2026c"; a later one is a greater string. */
export const zoneRelease = process.versions["tz"] ?? "";

/** Whether Temporal supports this zone. `Intl` also accepts abbreviations, which Temporal rejects. */
export function isZone(name: string): boolean {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The instant at which a wall clock shows `time` on `date`. A time that a spring change skips is moved
 * forward by the length of the gap, one that an autumn change repeats is its first occurrence
 * (Temporal's disambiguation "compatible").
 *
 * @returns milliseconds since the epoch
 * @throws RangeError when the zone is unknown
 */
export const instantOf = (zone: string, date: string, time: string): number =>
  Temporal.ZonedDateTime.from(`${date}T${time}[${zone}]`).epochMilliseconds;

/** The calendar date in a zone, "YYYY-MM-DD". */
export const localDate = (zone: string, at: Date): string =>
  zoned(zone, at).toPlainDate().toString();

/** The wall-clock time in a zone, "HH:MM". */
export const localTime = (zone: string, at: Date): string =>
  zoned(zone, at).toPlainTime().toString({ smallestUnit: "minute" });

const zoned = (zone: string, at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);

/** Calendar arithmetic on dates without a zone: every such day has 24 hours. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** ISO weekday, 1 = Monday. */
export const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7;

/**
 * The end of a pause: the same wall-clock time `days` dates later. So exactly `days` daily digests are left
 * out, also across a daylight-saving change.
 */
export const pauseEnd = (from: Date, days: number, zone: string): Date =>
  new Date(zoned(zone, from).add({ days }).epochMilliseconds);
