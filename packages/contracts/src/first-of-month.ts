import type { Language } from "./catalogues.ts";

/** A date in words with the first day of a month as French writes it: « mardi 1er décembre ». `Intl` writes « 1 ». */
export const withFirstOfMonth = (date: string, language: Language): string =>
  language === "fr" ? date.replace(/\b1 (?=\p{L})/u, "1er ") : date;
