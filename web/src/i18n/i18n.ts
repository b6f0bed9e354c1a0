import type { Language } from "@matinale/contracts/browser";
import { createInstance, type i18n as I18n, type ParseKeys } from "i18next";
import { keepLanguage } from "./chosen-language.ts";
import { textFiles, type TextPart } from "./text-files.ts";

export type TranslationKey = ParseKeys;

const namespace = "translation";
const parts: TextPart[] = [
  "account",
  "auth",
  "front",
  "landing",
  "settings",
  "status",
  "subscribe",
];

/** The texts of every page; those of one page are added by `loadTexts`. */
export async function createI18n(language: Language): Promise<I18n> {
  const { default: site } = await textFiles[language].site();
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { [namespace]: site } },
    interpolation: { escapeValue: false },
  });
  return i18n;
}

const hasPart = (i18n: I18n, part: TextPart, language: string): boolean =>
  i18n.getResource(language, namespace, part) !== undefined;

/** Brings texts that are not there yet. */
export async function loadTexts(
  i18n: I18n,
  wanted: readonly TextPart[],
  language = currentLanguage(i18n),
): Promise<void> {
  await Promise.all(
    wanted
      .filter((part) => !hasPart(i18n, part, language))
      .map(async (part) => {
        const texts = await textFiles[language][part]();
        i18n.addResourceBundle(language, namespace, { [part]: texts.default }, true);
      }),
  );
}

type Prepare = (language: Language) => Promise<void>;

const preparations = new WeakMap<I18n, Set<Prepare>>();

/**
 * Has something else fetched that another language needs.
 *
 * @returns ends it
 */
export function beforeLanguageChange(i18n: I18n, prepare: Prepare): () => void {
  const known = preparations.get(i18n) ?? new Set();
  preparations.set(i18n, known.add(prepare));
  return () => void known.delete(prepare);
}

/** All that the site says now, in another language. */
async function loadLanguage(i18n: I18n, language: Language): Promise<void> {
  const shown = parts.filter((part) => hasPart(i18n, part, i18n.language));
  const [site] = await Promise.all([
    textFiles[language].site(),
    loadTexts(i18n, shown, language),
    ...Array.from(preparations.get(i18n) ?? [], (prepare) => prepare(language)),
  ]);
  i18n.addResourceBundle(language, namespace, site.default, true);
}

/** Warms the texts of a language that is about to be chosen; a failure shows at the choice. */
export function preloadLanguage(i18n: I18n, language: Language): void {
  loadLanguage(i18n, language).catch(() => undefined);
}

export async function changeLanguage(i18n: I18n, language: Language): Promise<void> {
  await loadLanguage(i18n, language);
  await i18n.changeLanguage(language);
  keepLanguage(language);
}

/** Messages of form schemas are keys, so that a shown error follows a change of language. */
export const isTranslationKey = (i18n: I18n, value: string): value is TranslationKey =>
  i18n.exists(value);

const languageOf = (name: string | undefined): Language => (name === "en" ? "en" : "fr");

export const currentLanguage = (i18n: I18n): Language => languageOf(i18n.language);

/** The one that it was made with. */
export const firstLanguage = (i18n: I18n): Language => languageOf(i18n.options.lng);
