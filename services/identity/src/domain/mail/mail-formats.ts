import { defaultTimezone, type Language } from "@matinale/contracts";

const locales: Record<Language, string> = { fr: "fr-FR", en: "en-GB" };

const format = (
  instant: Date,
  language: Language,
  options: Intl.DateTimeFormatOptions,
  timeZone: string = defaultTimezone,
): string => new Intl.DateTimeFormat(locales[language], { ...options, timeZone }).format(instant);

/** Such as "lundi 23 novembre", in the reader's zone. */
export const longDateOf = (instant: Date, language: Language, timeZone: string): string =>
  format(instant, language, { weekday: "long", day: "numeric", month: "long" }, timeZone);

/** Such as "23 novembre 2026". */
export const dayOf = (instant: Date, language: Language): string =>
  format(instant, language, { dateStyle: "long" });

/** Such as "23 novembre 2026 à 10:15", in Paris. */
export const minuteOf = (instant: Date, language: Language): string =>
  format(instant, language, { dateStyle: "long", timeStyle: "short" });

/** Such as "9,99 €". */
export const eurosOf = (cents: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: "currency", currency: "EUR" }).format(
    cents / 100,
  );
