import { plans, type Language } from "@matinale/contracts";
import type { Allowance } from "./subscriber.ts";

export const unknownCategory: Record<Language, string> = {
  fr: "Cette catégorie n’existe pas.",
  en: "This category does not exist.",
};

export const unknownZone: Record<Language, string> = {
  fr: "Ce fuseau horaire est inconnu. Indiquez un lieu, par exemple Europe/Paris.",
  en: "This time zone is unknown. Give a place, such as Europe/London.",
};

/** Why one more category was refused, naming the limit and the plan that sets it. */
export function overLimit({ planId, maxCategories }: Allowance): Record<Language, string> {
  const plan = plans.find(({ id }) => id === planId) ?? plans[0];
  return {
    fr: `La formule ${plan.nameFr} comprend ${maxCategories} catégories. Retirez-en une pour en choisir une autre, ou changez de formule.`,
    en: `The ${plan.nameEn} plan includes ${maxCategories} categories. Remove one to choose another, or change your plan.`,
  };
}
