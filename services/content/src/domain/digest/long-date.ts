import type { Language } from "@matinale/contracts";

const dateIn = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long",
  });
const dates: Record<Language, Intl.DateTimeFormat> = { fr: dateIn("fr-FR"), en: dateIn("en-GB") };

/**
 * A date in words, for the voice and for the text: "dimanche 22 novembre", "Sunday 22 November".
 *
 * @param date  "YYYY-MM-DD"
 * @throws RangeError when it is no date
 */
export const longDate = (date: string, language: Language): string =>
  dates[language]
    .format(new Date(date))
    .replaceAll(",", "")
    .replace(/ 1 /u, language === "fr" ? " 1er " : " 1 ");
