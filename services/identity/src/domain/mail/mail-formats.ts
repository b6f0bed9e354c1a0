import { defaultTimezone, withFirstOfMonth, type Language } from "@matinale/contracts";

const locales: Record<Language, string> = { fr: "fr-FR", en: "en-GB" };

/** In Paris, unless the options name another zone. */
function dateIn(language: Language, instant: Date, options: Intl.DateTimeFormatOptions): string {
  const all = { timeZone: defaultTimezone, ...options };
  return withFirstOfMonth(
    new Intl.DateTimeFormat(locales[language], all).format(instant),
    language,
  );
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
