import type { Language } from "@matinale/contracts/browser";
import { useTranslation } from "./translation.tsx";
import { currentLanguage } from "./i18n.ts";

/** The language of the interface. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return currentLanguage(i18n);
}
