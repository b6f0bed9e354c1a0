import type { Language } from "@matinale/contracts/browser";

const english = /^validation\.(?:email|password|username)$/;
const french = /^validation\./;

/**
 * Messages of forms are fixed by the specification, each in one language, on pages of both.
 *
 * @returns its `lang`, so that a screen reader says it as it is written; none for any other text
 */
export const fixedLanguage = (key: string): Language | undefined => {
  if (english.test(key)) return "en";
  return french.test(key) ? "fr" : undefined;
};
