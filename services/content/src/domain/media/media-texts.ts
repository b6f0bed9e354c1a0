import type { Language } from "@matinale/contracts";

export const mediaTexts = {
  missing: {
    fr: "Cet audio n’est plus conservé. Demandez un nouvel aperçu.",
    en: "This audio is no longer kept. Ask for a new preview.",
  },
  expired: {
    fr: "Ce lien a expiré. Demandez un nouvel aperçu.",
    en: "This link has expired. Ask for a new preview.",
  },
} as const satisfies Record<string, Record<Language, string>>;
