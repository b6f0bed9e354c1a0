import type { TFunction } from "i18next";
import type { Language } from "@matinale/contracts/browser";

/** English phrases of the API; the translation keeps their number. */
const phrases = [
  { pattern: /^(\d+) daily updates?$/i, key: "plan.phrases.dailyUpdates" },
  { pattern: /^(\d+) categor(?:y|ies)$/i, key: "plan.phrases.categories" },
  { pattern: /^(\d+)[- ]minutes? summar(?:y|ies)$/i, key: "plan.phrases.minutes" },
  { pattern: /^all categories$/i, key: "plan.phrases.allCategories" },
  { pattern: /^priority support$/i, key: "plan.phrases.prioritySupport" },
  { pattern: /^breaking[- ]news alerts?$/i, key: "plan.phrases.breakingNews" },
  { pattern: /^exclusive content$/i, key: "plan.phrases.exclusiveContent" },
] as const;

/** A feature of a plan in the language of the reader; an unknown phrase is returned unchanged. */
export function planFeature(phrase: string, t: TFunction): string {
  for (const { pattern, key } of phrases) {
    const found = pattern.exec(phrase);
    if (found) return t(key, { count: Number(found[1] ?? 1) });
  }
  return phrase;
}

export const nameIn = (language: Language, named: { nameFr: string; nameEn: string }): string =>
  language === "fr" ? named.nameFr : named.nameEn;

/**
 * Price of a plan, from cents; below 1,000 €. Without `Intl`, because its first use blocks the landing
 * page as long as rendering a whole section.
 */
export function euros(cents: number, language: Language): string {
  const amount = (cents / 100).toFixed(2);
  return language === "fr" ? `${amount.replace(".", ",")}\u00a0€` : `€${amount}`;
}
