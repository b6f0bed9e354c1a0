import { createHash } from "node:crypto";
import { Temporal } from "temporal-polyfill";

/** The rules of a time zone with which an instant was computed. Governments change them, sometimes within weeks. */
export interface ZoneRules {
  /** Release of the time zone data, such as "2026c"; a later one is a greater string. */
  release: string;
  /** Hash of the zone's changes of offset: equal in all releases that leave this zone as it was. */
  changes: string;
}

/** Release of the time zone data in this process. */
export const zoneRelease = process.versions["tz"] ?? "";

/** Longer than any stored instant lies ahead. Fixed, so that two processes compare the same years. */
const from = "2026-01-01T00:00:00Z";
const until = Date.parse("2046-01-01T00:00:00Z");

/** By zone, for `bench/scheduler`: a hash reads the changes of twenty years, and each planned slot needs one. */
const known = new Map<string, string>();

/** The rules of a zone in this process. @throws RangeError when the zone is unknown */
export function zoneRulesOf(zone: string): ZoneRules {
  const changes = known.get(zone) ?? hashOfChanges(zone);
  known.set(zone, changes);
  return { release: zoneRelease, changes };
}

function hashOfChanges(zone: string): string {
  const hash = createHash("sha256");
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.from(from).toZonedDateTimeISO(zone);
  while (at !== null && at.epochMilliseconds < until) {
    hash.update(`${at.epochMilliseconds}${at.offset} `);
    at = at.getTimeZoneTransition("next");
  }
  return hash.digest("base64url").slice(0, 12);
}
