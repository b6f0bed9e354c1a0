import type { Language } from "@matinale/contracts/browser";
import type { TranslationKey } from "./i18n.ts";

/** Sentences that the specification fixes in one language, shown on pages of both. */
const languages: Partial<Record<TranslationKey, Language>> = {
  "validation.email": "en",
  "validation.password": "en",
  "validation.username": "en",
  "validation.phone": "fr",
  "validation.required": "fr",
  "validation.profileUsername": "fr",
  "validation.profileEmail": "fr",
};

/** Its `lang`, so that a screen reader says it as it is written; none where it follows the page. */
export const fixedLanguage = (key: TranslationKey): Language | undefined => languages[key];
