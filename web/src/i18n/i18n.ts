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
    // A copy, since the texts of pages are added to it.
    resources: { [language]: { [namespace]: { ...site } } },
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
  language: Language,
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

/** The same, in the language of the site, which may become another one while they are on their way. */
export async function loadCurrentTexts(i18n: I18n, wanted: readonly TextPart[]): Promise<void> {
  const language = currentLanguage(i18n);
  await loadTexts(i18n, wanted, language);
  if (currentLanguage(i18n) !== language) await loadCurrentTexts(i18n, wanted);
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

/** What the site can say now, but not in that language. */
const missingParts = (i18n: I18n, language: Language): TextPart[] =>
  parts.filter((part) => hasPart(i18n, part, i18n.language) && !hasPart(i18n, part, language));

/** All that the site says now, in another language. */
async function loadLanguage(i18n: I18n, language: Language): Promise<void> {
  const [site] = await Promise.all([
    textFiles[language].site(),
    loadTexts(i18n, missingParts(i18n, language), language),
    ...Array.from(preparations.get(i18n) ?? [], (prepare) => prepare(language)),
  ]);
  i18n.addResourceBundle(language, namespace, site.default, true);
}

/** Warms the texts of a language that is about to be chosen; a failure shows at the choice. */
export function preloadLanguage(i18n: I18n, language: Language): void {
  loadLanguage(i18n, language).catch(() => undefined);
}

const lastChoice = new WeakMap<I18n, Language>();

/** Of several choices the last one counts, whichever texts come first. */
export async function changeLanguage(i18n: I18n, language: Language): Promise<void> {
  lastChoice.set(i18n, language);
  await loadLanguage(i18n, language);
  // A page that arrived meanwhile brought its texts in the old language only. From the last look to
  // the change nothing is waited for, or another one could arrive.
  while (missingParts(i18n, language).length > 0) {
    await loadTexts(i18n, missingParts(i18n, language), language);
  }
  if (lastChoice.get(i18n) !== language) return;
  // First: what is read on account of the change is asked for in this language.
  keepLanguage(language);
  await i18n.changeLanguage(language);
}

/** Messages of form schemas are keys, so that a shown error follows a change of language. */
export const isTranslationKey = (i18n: I18n, value: string): value is TranslationKey =>
  i18n.exists(value);

const languageOf = (name: string | undefined): Language => (name === "en" ? "en" : "fr");

export const currentLanguage = (i18n: I18n): Language => languageOf(i18n.language);

/** The one that it was made with. */
export const initialLanguage = (i18n: I18n): Language => languageOf(i18n.options.lng);
