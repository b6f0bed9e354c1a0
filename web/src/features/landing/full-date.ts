import type { TFunction } from "i18next";

/**
 * « Samedi 28 novembre 2026 », from the texts: the first date that a browser words by itself holds
 * up a page that has just come for as long as three sections.
 */
export function fullDate(at: Date, t: TFunction): string {
  return t("landing.today", {
    day: t("landing.days").split(" ")[at.getDay()],
    date: at.getDate(),
    month: t("landing.months").split(" ")[at.getMonth()],
    year: at.getFullYear(),
  });
}
