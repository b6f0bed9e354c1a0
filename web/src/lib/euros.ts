import type { Language } from "@matinale/contracts/browser";

/**
 * Price of a plan, from cents; below 1,000 €. Without `Intl`, because its first use blocks the landing
 * page as long as rendering a whole section.
 */
export function euros(cents: number, language: Language): string {
  const amount = (cents / 100).toFixed(2);
  return language === "fr" ? `${amount.replace(".", ",")}\u00a0€` : `€${amount}`;
}
