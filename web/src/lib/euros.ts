import type { Language } from "@matinale/contracts/browser";

/** Price of a plan, from cents. */
export function euros(cents: number, language: Language): string {
  return new Intl.NumberFormat(language === "fr" ? "fr-FR" : "en-GB", {
    style: "currency",
    currency: "EUR",
  }).format(cents / 100);
}
