import { useState } from "react";
import { useTranslation } from "react-i18next";
import { serverMessage } from "../api/api-error.ts";
import { euros, nameIn } from "../lib/plan.ts";
import { currentLanguage, type TranslationKey } from "./i18n.ts";

/** The function that gives texts, their language, and functions that write values in it. */
export function useTexts() {
  const { t, i18n } = useTranslation();
  const language = currentLanguage(i18n);
  return {
    t,
    language,
    nameOf: (named: Parameters<typeof nameIn>[1]) => nameIn(language, named),
    price: (cents: number) => euros(cents, language),
  };
}

/** Whether the page still has the language in which it got a value, such as a message of the server. */
export function useSameLanguage(value: unknown): boolean {
  const { language } = useTexts();
  const [got, setGot] = useState({ value, language });
  if (got.value === value) return got.language === language;
  setGot({ value, language });
  return true;
}

/** Why a call failed: the server's message, unless the language has changed since then, or a text of the site. */
export function useReason(failure: unknown, otherwise: TranslationKey): string {
  const { t } = useTranslation();
  const isReadable = useSameLanguage(failure);
  return (isReadable ? serverMessage(failure) : undefined) ?? t(otherwise);
}
