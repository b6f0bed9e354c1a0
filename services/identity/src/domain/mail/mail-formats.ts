import { defaultTimezone, type Language } from "@matinale/contracts";

const locales: Record<Language, string> = { fr: "fr-FR", en: "en-GB" };

/** In Paris, unless the options name another zone. */
const dateFormat = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locales[language], { timeZone: defaultTimezone, ...options });

/** Such as "lundi 23 novembre", in the reader's zone. */
export const longDateOf = (instant: Date, language: Language, timeZone: string): string =>
  dateFormat(language, { weekday: "long", day: "numeric", month: "long", timeZone }).format(
    instant,
  );

/** Such as "23 novembre 2026". */
export const dayOf = (instant: Date, language: Language): string =>
  dateFormat(language, { dateStyle: "long" }).format(instant);

/** Such as "23 novembre 2026 à 10:15". */
export const minuteOf = (instant: Date, language: Language): string =>
  dateFormat(language, { dateStyle: "long", timeStyle: "short" }).format(instant);

/** Such as "9,99 €". */
export const eurosOf = (cents: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: "currency", currency: "EUR" }).format(
    cents / 100,
  );
