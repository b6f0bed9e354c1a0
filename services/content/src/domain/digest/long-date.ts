import type { Language } from "@matinale/contracts";

const locales: Record<Language, string> = { fr: "fr-FR", en: "en-GB" };
const parts = { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" } as const;

/** A date "YYYY-MM-DD" in words: "dimanche 22 novembre", "Sunday 22 November". @throws RangeError when it is none */
export const longDate = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], parts)
    .format(new Date(date))
    .replaceAll(",", "")
    .replace(/ 1 /u, language === "fr" ? " 1er " : " 1 ");
