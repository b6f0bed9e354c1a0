import { languages, type Language } from "@matinale/contracts/browser";
import { languageParameter, languageStorageKey } from "../config/constants.ts";

const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

/** The language of the link, else the last choice of the reader, else French, whatever the browser prefers. */
export function chosenLanguage(): Language {
  const linked = new URLSearchParams(location.search).get(languageParameter);
  if (isLanguage(linked)) return linked;
  const stored = localStorage.getItem(languageStorageKey);
  return isLanguage(stored) ? stored : "fr";
}

/**
 * Keeps the language of a link, and a choice that the server did not know. A visitor who has chosen no language gets no
 * cookie, as the cookie page says.
 */
export function keepChosenLanguage(language: Language): void {
  const isLinked = new URLSearchParams(location.search).has(languageParameter);
  if (isLinked || document.documentElement.lang !== language) keepLanguage(language);
}

/** Stores the language in the browser and in a cookie, by which the server selects the prerendered page. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(languageStorageKey, language);
  setLanguageCookie(language);
  document.documentElement.lang = language;
  const address = new URL(location.href);
  if (!address.searchParams.has(languageParameter)) return;
  // Without the parameter, a reload shows the stored language.
  address.searchParams.delete(languageParameter);
  history.replaceState(history.state, "", address);
}

const yearSeconds = 31_536_000;

function setLanguageCookie(language: Language): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is asynchronous: the next page could be requested before; some browsers lack it
  document.cookie = `${languageStorageKey}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`;
}
