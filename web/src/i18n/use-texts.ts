import { useTranslation } from "react-i18next";
import { currentLanguage } from "./i18n.ts";

/** The function that gives texts, and their language. */
export function useTexts() {
  const { t, i18n } = useTranslation();
  return { t, language: currentLanguage(i18n) };
}
