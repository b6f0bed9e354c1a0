import type { Language } from "@matinale/contracts/browser";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "./i18n.ts";

/** The language of the interface. */
export const useLanguage = (): Language => currentLanguage(useTranslation().i18n);
