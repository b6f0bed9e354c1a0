import type { Language } from "@matinale/contracts/browser";
import { useTranslation } from "./translation.tsx";

/** The language of the interface. */
export const useLanguage = (): Language => useTranslation().language;
