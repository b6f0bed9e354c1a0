import type { Language } from "@matinale/contracts/browser";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "./i18n.ts";

export const useLanguage = (): Language => currentLanguage(useTranslation().i18n);
