import { withFirstOfMonth, type Language } from "@matinale/contracts/browser";
import type { TFunction } from "i18next";

/**
 * « Samedi 28 novembre 2026 », from the texts. Without `Intl`, because its first use blocks a page that
 * has just loaded as long as rendering three sections.
 */
export function fullDate(at: Date, t: TFunction, language: Language): string {
  const date = t("landing.today", {
    day: t("landing.days").split(" ")[at.getDay()],
    date: at.getDate(),
    month: t("landing.months").split(" ")[at.getMonth()],
    year: at.getFullYear(),
  });
  return withFirstOfMonth(date, language);
}

/** « mars 2026 », from "2026-03". */
export function monthAndYear(at: string, t: TFunction): string {
  const [year = "", month = ""] = at.split("-");
  return `${t("landing.months").split(" ")[Number(month) - 1]} ${year}`;
}
