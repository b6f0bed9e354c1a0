import type { Language } from "@matinale/contracts/browser";

/**
 * Price of a plan, from cents. Put together here, as plans cost less than a thousand: the first
 * number that a browser words by itself holds up the page for as long as a whole section.
 */
export function euros(cents: number, language: Language): string {
  const amount = (cents / 100).toFixed(2);
  return language === "fr" ? `${amount.replace(".", ",")}\u00a0€` : `€${amount}`;
}
