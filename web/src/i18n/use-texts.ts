import { useState } from "react";
import { useTranslation } from "react-i18next";
import { euros, nameIn } from "../lib/plan.ts";
import { currentLanguage } from "./i18n.ts";

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
