import type { Language } from "@matinale/contracts";

/** Names of the days, from Monday. */
export const weekdays: Record<Language, readonly string[]> = {
  fr: "lundi mardi mercredi jeudi vendredi samedi dimanche".split(" "),
  en: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" "),
};
export const months: Record<Language, readonly string[]> = {
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(
    " ",
  ),
  en: "January February March April May June July August September October November December".split(
    " ",
  ),
};

/** The names as alternatives of a pattern. */
export const anyWeekday = (language: Language): string => weekdays[language].join("|");
export const anyMonth = (language: Language): string => months[language].join("|");
