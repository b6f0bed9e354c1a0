import type { Edition } from "@matinale/newsroom";
import { folded, months } from "@matinale/newsroom/text";

/** Zone names that news feeds use, and their minutes east of UTC. */
const zoneNames: readonly [string, number][] = [
  ["HST", -600],
  ["AKST", -540],
  ["PST AKDT", -480],
  ["MST PDT", -420],
  ["CST MDT", -360],
  ["EST CDT HNE", -300],
  ["EDT HAE AST", -240],
  ["NST", -210],
  ["ADT BRT ART", -180],
  ["NDT", -150],
  ["WET", 0],
  ["WEST BST CET MET MEZ WAT", 60],
  ["CEST MEST MESZ EET CAT SAST", 120],
  ["EEST MSK TRT EAT", 180],
  ["GST", 240],
  ["PKT", 300],
  ["IST", 330],
  ["WIB", 420],
  ["SGT HKT PHT AWST", 480],
  ["JST KST", 540],
  ["ACST", 570],
  ["AEST", 600],
  ["ACDT", 630],
  ["AEDT", 660],
  ["NZST", 720],
  ["NZDT", 780],
];
const zones: Record<string, number> = Object.fromEntries(
  zoneNames.flatMap(([names, minutes]) => names.split(" ").map((name) => [name, minutes])),
);
/** Countries where a name means another zone. */
const zonesOf: Partial<Record<Edition, Record<string, number>>> = {
  au: { EST: 600, EDT: 660, CST: 570, WST: 480 },
};

/** The number of a month from 0, by its name or the beginning of it: "november", "Nov", "févr"; -1 when there is none. */
function monthNamed(name: string): number {
  const isBegun = (month: string) => name.length > 2 && folded(month).startsWith(folded(name));
  return Math.max(...Object.values(months).map((names) => names.findIndex(isBegun)));
}

/** "+0100", "+01:00", "-3", "0100", "-0500 EST" and "+0100Z" in minutes, or null. */
function offsetOf(zone: string, country: Edition): number | null {
  const found = /^(?:GMT|UTC)?\s*([+-]|(?=\d{4}$))(\d{1,2}):?(\d{2})?(?:\s[A-Z]{1,5}|Z)?$/u.exec(
    zone,
  );
  if (found === null) {
    const name = zone.replace(/[().]/gu, "");
    if (/^(?:|Z|GMT|UTC?)$/u.test(name)) return 0;
    return zonesOf[country]?.[name] ?? zones[name] ?? null;
  }
  const [, sign, hours, minutes = "0"] = found;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** "2026-11-21", "20261121", "2026/11/21" */
const yearFirst = /^(?<year>\d{4})([-/.]?)(?<month>\d{1,2})\2(?<day>\d{1,2})(?!\d)/u;
/** "21/11/2026", "21.11.26", "21-11-2026", "Sat, 21/11/2026": day or month first. */
const numeric =
  /^(?:\p{L}+\.?(?:,\s*|\s+))?(?<day>\d{1,2})([-/.])(?<month>\d{1,2})\2(?<year>\d{4}|\d{2})(?!\d)/u;
/** "Sat, 21 Nov 2026", "samedi 21 novembre 2026", "21-Nov-26" */
const dayAndName =
  /^(?:\p{L}+\.?(?:,\s*|\s+))?(?<day>\d{1,2})(?:er|st|nd|rd|th)?[\s-]+(?:of\s+)?(?<month>\p{L}+)\.?,?[\s-]+(?<year>\d{4}|\d{2})(?!\d)/u;
/** "November 21, 2026", "Sat Nov 21 2026" */
const nameAndDay =
  /^(?:\p{L}+\.?(?:,\s*|\s+))?(?<month>\p{L}+)\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?!\d)/u;
/** "Sat Nov 21 07:00:00 GMT 2026", of C's ctime and of Java */
const yearLast = /^(\p{L}+\s+\p{L}+\s+\d{1,2})\s+([\d:]+)((?:\s+\p{L}+)?)\s+(\d{4})$/u;
const time =
  /^[\sT,-]*(?:(?:at|à|a)\s+)?(?<hours>\d{1,2})\s?[:h.]\s?(?<minutes>\d{0,2})(?:[:.](?<seconds>\d{1,2})(?:[.,]\d+)?)?\s*(?:uhr\b)?(?<half>[ap]\.?m\.?)?\s*(?<zone>.*)$/iu;
const compactTime = /^T(?<hours>\d{2})(?<minutes>\d{2})(?<seconds>\d{2})?\s*(?<zone>.*)$/u;

/** Before the web, dates are those of an empty field. */
const firstYear = 1990;

/** "2026-11-21T08:00:00+01:00[Europe/Paris]", of which the offset is enough, and "2026-11-21 08:00 Europe/Paris" */
const zoneOfPlace = /^(.*?)(?:\[[^\]]*\]|\s([A-Z]\w+\/[\w/+-]+))?$/u;

/** The instant of a time in a zone "Europe/Paris", null when there is no such zone. @param clock  the time as if in UTC */
function inZone(clock: Date, zone: string): Date | null {
  const offsetAt = (instant: Date) =>
    Date.parse(`${instant.toLocaleString("sv-SE", { timeZone: zone })}Z`) - instant.getTime();
  try {
    // the clock is less than a day from the instant: the offset may change between them
    const near = new Date(clock.getTime() - offsetAt(clock));
    return new Date(clock.getTime() - offsetAt(near));
  } catch {
    return null;
  }
}

type Day = { year: number; month: number; day: number; rest: string };

function dayOf(text: string, country: Edition): Day | null {
  const patterns = [yearFirst, numeric, dayAndName, nameAndDay];
  const pattern = patterns.find((each) => each.test(text));
  const found = pattern?.exec(text);
  if (!found) return null;
  const { year = "", month = "", day = "" } = found.groups ?? {};
  const isMonthFirst =
    pattern === numeric && (Number(month) > 12 || (country === "us" && Number(day) <= 12));
  const [dayOfMonth, written] = isMonthFirst ? [month, day] : [day, month];
  const number = /^\d/u.test(written) ? Number(written) - 1 : monthNamed(written);
  if (number < 0) return null;
  return {
    year: year.length === 2 ? 2000 + Number(year) : Number(year),
    month: number,
    day: Number(dayOfMonth),
    rest: text.slice(found[0].length),
  };
}

/** Milliseconds after midnight UTC, or null when the text is no time of day. */
function timeOf(rest: string, country: Edition): number | null {
  if (rest.trim() === "") return 0;
  const found = compactTime.exec(rest) ?? time.exec(rest);
  if (found === null) {
    const offset = offsetOf(rest.trim().toUpperCase(), country);
    return offset === null ? null : -offset * 60_000;
  }
  const { hours = "", minutes = "", seconds = "0", half, zone = "" } = found.groups ?? {};
  const isAfternoon = half?.toLowerCase().startsWith("p") === true;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  const name = zone.replace(/\s*\([^)]*\)$/u, "");
  const offset = offsetOf(name.trim().toUpperCase(), country);
  if (offset === null || hour > 24 || Number(minutes) > 59) return null;
  return ((hour * 60 + Number(minutes) - offset) * 60 + Number(seconds)) * 1000;
}

/**
 * The instant that a feed writes as a date: RFC 822 and 3339 with names of zones, epoch seconds and milliseconds, months in
 * French and English, and numbers, which have the day first everywhere but in the United States. A time without a zone is
 * UTC. Null when the text is no date.
 *
 * @param country  the country of the feed
 */
export function entryDate(written: string, country: Edition): Date | null {
  const [, dated = "", place] = zoneOfPlace.exec(written.trim().replaceAll(/\s+/gu, " ")) ?? [];
  const text = dated.replace(yearLast, "$1 $4 $2$3");
  if (/^\d{10}(?:\.\d+)?$/u.test(text)) return new Date(Number(text) * 1000);
  if (/^\d{13}$/u.test(text)) return new Date(Number(text));
  const found = dayOf(text, country);
  const after = found === null ? null : timeOf(found.rest, country);
  if (found === null || after === null || found.year < firstYear) return null;
  const { year, month, day } = found;
  const midnight = new Date(Date.UTC(year, month, day));
  // the 31st of February would be a day in March
  if (midnight.getUTCMonth() !== month || midnight.getUTCDate() !== day) return null;
  const at = new Date(midnight.getTime() + after);
  return place === undefined ? at : inZone(at, place);
}
