import { languages, type Language } from "@matinale/contracts/browser";
import { createInstance, type i18n as I18n, type ParseKeys } from "i18next";
import { languageStorageKey } from "../config/constants.ts";
import fr from "./languages/fr.json";

export type TranslationKey = ParseKeys;

/** French comes with the page, English when it is wanted. */
const texts: Record<Language, () => Promise<typeof fr>> = {
  fr: () => Promise.resolve(fr),
  en: () => import("./languages/en.json").then((file) => file.default),
};

const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

/** What the reader chose last, else French, whatever the browser prefers. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(languageStorageKey);
  return isLanguage(stored) ? stored : "fr";
}

export async function createI18n(language: Language): Promise<I18n> {
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    fallbackLng: "fr",
    resources: {
      fr: { translation: fr },
      ...(language === "en" && { en: { translation: await texts.en() } }),
    },
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
  return i18n;
}

/** Warms the texts of a language that is about to be chosen; a failure shows at the choice. */
export function preloadLanguage(language: Language): void {
  texts[language]().catch(() => undefined);
}

/** Brings the texts of a language, without changing to it. */
export async function loadLanguage(i18n: I18n, language: Language): Promise<void> {
  if (i18n.hasResourceBundle(language, "translation")) return;
  i18n.addResourceBundle(language, "translation", await texts[language]());
}

export async function changeLanguage(i18n: I18n, language: Language): Promise<void> {
  await loadLanguage(i18n, language);
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  localStorage.setItem(languageStorageKey, language);
}

/** Messages of form schemas are keys, so that a shown error follows a change of language. */
export const isTranslationKey = (i18n: I18n, value: string): value is TranslationKey =>
  i18n.exists(value);

export function currentLanguage(i18n: I18n): Language {
  return isLanguage(i18n.language) ? i18n.language : "fr";
}
