import { withFirstOfMonth, type Language } from "@matinale/contracts/browser";
import { dayMs, snippetLength } from "../config/constants.ts";

const localeOf = (language: Language): string => (language === "fr" ? "fr-FR" : "en-GB");

/** The first 50 characters and an ellipsis; counts graphemes, so that no emoji is cut. */
export function snippet(text: string): string {
  // Not when the module loads: the browser reads its tables for 7 ms.
  const characters = new Intl.Segmenter("fr", { granularity: "grapheme" });
  const graphemes = Array.from(characters.segment(text), ({ segment }) => segment);
  return graphemes.length > snippetLength ? `${graphemes.slice(0, snippetLength).join("")}…` : text;
}

/** WhatsApp's *bold*, _italic_ and ~struck~ without their marks, on one line. */
export const plainText = (message: string): string =>
  message
    .replaceAll(/(^|[^\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\2(?![\p{L}\p{N}])/gu, "$1$3")
    .replaceAll(/\s+/g, " ")
    .trim();

/** « 0:08 » */
export const minutes = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** « 08:30 », in a time zone, or in that of the browser. */
export function clockTime(at: Date, language: Language, timeZone?: string): string {
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone } as const;
  return new Intl.DateTimeFormat(localeOf(language), time).format(at);
}

/** Inside a sentence: « 8 h 30 », in English « 08:30 ». In a time zone, or in that of the browser. */
export function timeInSentence(at: Date, language: Language, timeZone?: string): string {
  const time = clockTime(at, language, timeZone);
  if (language === "en") return time;
  const [hours, minutes = ""] = time.split(":");
  return `${Number(hours)}\u00a0h${minutes === "00" ? "" : `\u00a0${minutes}`}`;
}

/** « 2026-11-21 », the day in a time zone. */
export const dayOf = (at: Date, timeZone?: string): string =>
  // Swedish dates are ISO dates.
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(at);

/** « aujourd’hui », « hier », « mardi 14 novembre »; with the year unless it is the current one. */
export function dayName(at: Date, now: Date, language: Language, timeZone?: string): string {
  const [day, today] = [dayOf(at, timeZone), dayOf(now, timeZone)];
  const days = (Date.parse(today) - Date.parse(day)) / dayMs;
  if (days === 0 || days === 1) {
    const relative = new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto" });
    return relative.format(-days, "day");
  }
  const date = new Intl.DateTimeFormat(localeOf(language), {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }),
    timeZone,
  });
  return withFirstOfMonth(date.format(at), language);
}

/** « 28 novembre 2026 », in a time zone, or in that of the browser. */
export function longDate(at: Date, language: Language, timeZone?: string): string {
  const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone });
  return withFirstOfMonth(date.format(at), language);
}

/** « 28 novembre 2026 à 9 h 41 », in English « 28 November 2026 at 09:41 ». */
export const dateAndTime = (at: Date, language: Language, timeZone?: string): string =>
  [
    longDate(at, language, timeZone),
    language === "fr" ? "à" : "at",
    timeInSentence(at, language, timeZone),
  ].join(" ");

/** The time zone, if this browser knows it; without one, dates are in the zone of the browser. */
export function knownZone(timeZone: string | undefined): string | undefined {
  if (!timeZone) return undefined;
  try {
    return new Intl.DateTimeFormat("fr", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Splits a French number into pairs of digits, with their place in it; any other number is one group. */
export const phoneGroups = (phone: string): { digits: string; start: number }[] =>
  /^\+33\d{9}$/.test(phone)
    ? Array.from(phone.matchAll(/^\+33|\d(?=\d{8}$)|\d\d/g), ({ 0: digits, index: start }) => ({
        digits,
        start,
      }))
    : [{ digits: phone, start: 0 }];

export function listOf(items: string[], language: Language): string {
  return new Intl.ListFormat(localeOf(language), { type: "conjunction" }).format(items);
}
