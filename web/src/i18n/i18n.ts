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

/** Loads the texts of every page; `loadTexts` adds those of single pages. */
export async function createI18n(language: Language): Promise<I18n> {
  const { default: site } = await textFiles[language].site();
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    fallbackLng: false,
    // A copy, because `loadTexts` changes it.
    resources: { [language]: { [namespace]: { ...site } } },
    interpolation: { escapeValue: false },
  });
  return i18n;
}

const hasPart = (i18n: I18n, part: TextPart, language: string): boolean =>
  i18n.getResource(language, namespace, part) !== undefined;

/** Loads the texts that are not loaded yet. */
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

/** Loads texts in the language of the site, also when the language changes during the loading. */
export async function loadCurrentTexts(i18n: I18n, wanted: readonly TextPart[]): Promise<void> {
  const language = currentLanguage(i18n);
  await loadTexts(i18n, wanted, language);
  if (currentLanguage(i18n) !== language) await loadCurrentTexts(i18n, wanted);
}

type Prepare = (language: Language) => Promise<void>;

const preparations = new WeakMap<I18n, Set<Prepare>>();

/**
 * Registers a function that loads what another language needs before the site changes to it.
 *
 * @returns a function that removes the registration
 */
export function beforeLanguageChange(i18n: I18n, prepare: Prepare): () => void {
  const known = preparations.get(i18n) ?? new Set();
  preparations.set(i18n, known.add(prepare));
  return () => void known.delete(prepare);
}

/** Texts that are loaded in the current language, but not in the other one. */
const missingParts = (i18n: I18n, language: Language): TextPart[] =>
  parts.filter((part) => hasPart(i18n, part, i18n.language) && !hasPart(i18n, part, language));

/** Loads all current texts in another language. */
async function loadLanguage(i18n: I18n, language: Language): Promise<void> {
  const [site] = await Promise.all([
    textFiles[language].site(),
    loadTexts(i18n, missingParts(i18n, language), language),
    ...Array.from(preparations.get(i18n) ?? [], (prepare) => prepare(language)),
  ]);
  i18n.addResourceBundle(language, namespace, site.default, true);
}

/** Preloads a language that the reader may choose next. Failures are ignored: the choice itself reports them. */
export function preloadLanguage(i18n: I18n, language: Language): void {
  loadLanguage(i18n, language).catch(() => undefined);
}

const lastChoice = new WeakMap<I18n, Language>();

/** Changes the language. Of several concurrent changes the last one wins, whichever texts load first. */
export async function changeLanguage(i18n: I18n, language: Language): Promise<void> {
  lastChoice.set(i18n, language);
  await loadLanguage(i18n, language);
  // A page that loaded in the meantime has texts in the old language only. After the last check there
  // is no `await` before the change, or another page could load.
  while (missingParts(i18n, language).length > 0) {
    await loadTexts(i18n, missingParts(i18n, language), language);
  }
  if (lastChoice.get(i18n) !== language) return;
  // Before the event: its listeners send requests in this language.
  keepLanguage(language);
  await i18n.changeLanguage(language);
}

/** Messages of form schemas are keys, so that a visible error changes with the language. */
export const isTranslationKey = (i18n: I18n, value: string): value is TranslationKey =>
  i18n.exists(value);

const languageOf = (name: string | undefined): Language => (name === "en" ? "en" : "fr");

export const currentLanguage = (i18n: I18n): Language => languageOf(i18n.language);

/** The language in which the page was prerendered. */
export const initialLanguage = (i18n: I18n): Language => languageOf(i18n.options.lng);
