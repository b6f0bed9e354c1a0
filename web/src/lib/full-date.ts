import type { Language } from "@matinale/contracts/browser";

/** « Samedi 28 novembre 2026 ». */
export function fullDate(at: Date, language: Language): string {
  const text = new Intl.DateTimeFormat(language === "fr" ? "fr-FR" : "en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).format(at);
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
