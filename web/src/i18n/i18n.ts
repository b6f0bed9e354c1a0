import type { Language } from "@matinale/contracts/browser";
import { createInstance, type i18n as I18n, type ParseKeys } from "i18next";
import { textVariables } from "../config/product.ts";
import { keepLanguage } from "./chosen-language.ts";
import { textFiles, type TextFile } from "./text-files.ts";

export type TranslationKey = ParseKeys;

const namespace = "translation";
const { site: _site, ...pageTexts } = textFiles.fr;
const names = Object.keys(pageTexts) as TextFile[];

/** Loads the texts of every page; `loadTexts` adds those of single pages. */
export async function createI18n(language: Language): Promise<I18n> {
  const { default: site } = await textFiles[language].site();
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    fallbackLng: false,
    // A copy, because `loadTexts` changes it.
    resources: { [language]: { [namespace]: { ...site } } },
    interpolation: { escapeValue: false, defaultVariables: textVariables },
    react: { useSuspense: false },
  });
  return i18n;
}

const hasTexts = (i18n: I18n, name: TextFile, language: string): boolean =>
  i18n.getResource(language, namespace, name) !== undefined;

export async function loadTexts(
  i18n: I18n,
  wanted: readonly TextFile[],
  language: Language,
): Promise<void> {
  await Promise.all(
    wanted
      .filter((name) => !hasTexts(i18n, name, language))
      .map(async (name) => {
        const texts = await textFiles[language][name]();
        i18n.addResourceBundle(language, namespace, { [name]: texts.default }, true);
      }),
  );
}

/** Loads texts in the language of the site, also when the language changes during the loading. */
export async function loadCurrentTexts(i18n: I18n, wanted: readonly TextFile[]): Promise<void> {
  const language = currentLanguage(i18n);
  await loadTexts(i18n, wanted, language);
  if (currentLanguage(i18n) !== language) await loadCurrentTexts(i18n, wanted);
}

/** Texts that are loaded in the current language, but not in the other one. */
const missingTexts = (i18n: I18n, language: Language): TextFile[] =>
  names.filter((name) => hasTexts(i18n, name, i18n.language) && !hasTexts(i18n, name, language));

async function loadLanguage(i18n: I18n, language: Language): Promise<void> {
  const [site] = await Promise.all([
    textFiles[language].site(),
    loadTexts(i18n, missingTexts(i18n, language), language),
  ]);
  i18n.addResourceBundle(language, namespace, site.default, true);
}

let lastChoice: Language | undefined;

/** Changes the language. Of several concurrent changes the last one wins, whichever texts load first. */
export async function changeLanguage(i18n: I18n, language: Language): Promise<void> {
  lastChoice = language;
  await loadLanguage(i18n, language);
  // A page that loaded in the meantime has texts in the old language only. After the last check there
  // is no `await` before the change, or another page could load.
  while (missingTexts(i18n, language).length > 0) {
    await loadTexts(i18n, missingTexts(i18n, language), language);
  }
  if (lastChoice !== language) return;
  // Before the event: its listeners send requests in this language.
  keepLanguage(language);
  await i18n.changeLanguage(language);
}

/** Messages of form schemas are keys, so that a visible error changes with the language. */
export const isTranslationKey = (i18n: I18n, value: string): value is TranslationKey =>
  i18n.exists(value);

export const currentLanguage = (i18n: I18n): Language => (i18n.language === "en" ? "en" : "fr");
