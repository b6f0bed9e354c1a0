import type { Language } from "@matinale/contracts/browser";

export const planName = (plan: { nameFr: string; nameEn: string }, language: Language): string =>
  language === "fr" ? plan.nameFr : plan.nameEn;
