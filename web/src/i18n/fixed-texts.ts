import type { Language } from "@matinale/contracts/browser";

const english =
  /^(?:auth\.login\.wrong|subscribe\.paymentErrorText|validation\.(?:email|password|username))$/;
const french = /^(?:settings\.whatsapp\.copied|subscribe\.simulated|validation\.\w+)$/;

/**
 * Language of a text that the specification fixes in one language for all pages.
 *
 * @returns the `lang` attribute for screen readers; undefined for any other text
 */
export const fixedLanguage = (key: string): Language | undefined => {
  if (english.test(key)) return "en";
  return french.test(key) ? "fr" : undefined;
};
