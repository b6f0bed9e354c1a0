import { languages, type Language } from "@matinale/contracts/browser";
import { languageParameter, languageStorageKey } from "../config/constants.ts";

const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

/** What a link asks for, else what the reader chose last, else French, whatever the browser prefers. */
export function chosenLanguage(): Language {
  const asked = new URLSearchParams(location.search).get(languageParameter);
  if (isLanguage(asked)) return asked;
  const stored = localStorage.getItem(languageStorageKey);
  return isLanguage(stored) ? stored : "fr";
}

/** Remembers the language, here and for the server, which sends pages already written in it. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(languageStorageKey, language);
  setLanguageCookie(language);
  document.documentElement.lang = language;
  const address = new URL(location.href);
  if (!address.searchParams.has(languageParameter)) return;
  // The link has done its work: a reload follows the choice.
  address.searchParams.delete(languageParameter);
  history.replaceState(history.state, "", address);
}

const yearSeconds = 31_536_000;

function setLanguageCookie(language: Language): void {
  // The cookie store answers later than the next page may be asked for, and not in every browser.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${languageStorageKey}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`;
}
