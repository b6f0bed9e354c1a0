import { withFirstOfMonth, type Language } from "@matinale/contracts";

const dateIn = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long",
  });
const dates: Record<Language, Intl.DateTimeFormat> = { fr: dateIn("fr-FR"), en: dateIn("en-GB") };

/** A date "YYYY-MM-DD" in words: "dimanche 22 novembre", "Sunday 22 November". @throws RangeError when it is none */
export const longDate = (date: string, language: Language): string =>
  withFirstOfMonth(dates[language].format(new Date(date)).replaceAll(",", ""), language);
