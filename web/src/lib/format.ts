import type { Language } from "@matinale/contracts/browser";
import { snippetLength } from "../config/constants.ts";

const dayMs = 86_400_000;
const characters = new Intl.Segmenter("fr", { granularity: "grapheme" });

/** The first 50 characters and an ellipsis; counts graphemes, so that no emoji is cut. */
export function snippet(text: string, length = snippetLength): string {
  const graphemes = Array.from(characters.segment(text), ({ segment }) => segment);
  return graphemes.length > length ? `${graphemes.slice(0, length).join("")}…` : text;
}

/** WhatsApp's *bold*, _italic_ and ~struck~ without their marks, on one line. */
export const plainText = (message: string): string =>
  message
    .replaceAll(/(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/gu, "$2")
    .replaceAll(/\s+/g, " ")
    .trim();

/** « 08:30 », in the time zone of the browser. */
export function clockTime(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language === "fr" ? "fr-FR" : "en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(at);
}

/** Inside a sentence: « 8 h 30 », in English « 08:30 ». In the time zone of the browser. */
export function timeInSentence(at: Date, language: Language): string {
  if (language === "en") return clockTime(at, language);
  const minutes = String(at.getMinutes()).padStart(2, "0");
  return `${at.getHours()}\u00a0h${minutes === "00" ? "" : `\u00a0${minutes}`}`;
}

/** « aujourd’hui », « hier », the weekday within six days, else the date, with the year unless it is the current one. */
export function dayName(at: Date, now: Date, language: Language): string {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / dayMs);
  const locale = language === "fr" ? "fr-FR" : "en-GB";
  if (days === 0 || days === 1) {
    return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-days, "day");
  }
  if (days > 1 && days < 7) {
    return new Intl.DateTimeFormat(locale, { weekday: "long" }).format(at);
  }
  return new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    ...(at.getFullYear() !== now.getFullYear() && { year: "numeric" }),
  }).format(at);
}

const startOfDay = (at: Date): number => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());

/** « 28 novembre 2026 ». */
export function longDate(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language === "fr" ? "fr-FR" : "en-GB", {
    dateStyle: "long",
  }).format(at);
}

interface PhoneGroup {
  digits: string;
  /** Index of its first character in the number. */
  start: number;
}

/** Splits a French number into pairs of digits; any other number is one group. */
export const phoneGroups = (phone: string): PhoneGroup[] =>
  /^\+33\d{9}$/.test(phone)
    ? Array.from(phone.matchAll(/^\+33|(?<=^\+33)\d|\d\d/g), ({ 0: digits, index: start }) => ({
        digits,
        start,
      }))
    : [{ digits: phone, start: 0 }];

export function listOf(items: string[], language: Language): string {
  return new Intl.ListFormat(language === "fr" ? "fr-FR" : "en-GB", { type: "conjunction" }).format(
    items,
  );
}
