import type { Language } from "@matinale/contracts/browser";

const english = /^validation\.(?:email|password|username)$/;
const french = /^validation\./;

/**
 * Language of a form message that the specification fixes in one language for all pages.
 *
 * @returns the `lang` attribute for screen readers; undefined for any other text
 */
export const fixedLanguage = (key: string): Language | undefined => {
  if (english.test(key)) return "en";
  return french.test(key) ? "fr" : undefined;
};
