import { defaultTimezone, type Language } from "@matinale/contracts";

const locales: Record<Language, string> = { fr: "fr-FR", en: "en-GB" };

/** In Paris, unless the options name another zone. French writes the first day of a month as « 1er »; `Intl` does not. */
function dateIn(language: Language, instant: Date, options: Intl.DateTimeFormatOptions): string {
  const all = { timeZone: defaultTimezone, ...options };
  const date = new Intl.DateTimeFormat(locales[language], all).format(instant);
  return language === "fr" ? date.replace(/\b1 (?=\p{L})/u, "1er ") : date;
}

/** Such as "lundi 23 novembre", in the reader's zone. */
export const longDateOf = (instant: Date, language: Language, timeZone: string): string =>
  dateIn(language, instant, { weekday: "long", day: "numeric", month: "long", timeZone });

/** Such as "23 novembre 2026". */
export const dayOf = (instant: Date, language: Language): string =>
  dateIn(language, instant, { dateStyle: "long" });

/** Such as "23 novembre 2026 à 10:15". */
export const minuteOf = (instant: Date, language: Language): string =>
  dateIn(language, instant, { dateStyle: "long", timeStyle: "short" });

/** Such as "9,99 €". */
export const eurosOf = (cents: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: "currency", currency: "EUR" }).format(
    cents / 100,
  );
