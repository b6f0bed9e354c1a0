import { planById, type Language, type Product } from "@matinale/contracts";
import type { Allowance } from "./subscriber.ts";

export const unknownCategory: Record<Language, string> = {
  fr: "Cette catégorie n’existe pas.",
  en: "This category does not exist.",
};

export const unknownZone: Record<Language, string> = {
  fr: "Ce fuseau horaire est inconnu. Indiquez un lieu, par exemple Europe/Paris.",
  en: "This time zone is unknown. Give a place, such as Europe/London.",
};

/** Why one more category was refused, naming the limit, the plan that sets it, and how many of those chosen are too many. */
export function overLimit(
  { planId, maxCategories }: Allowance,
  chosen: number,
  product: Product,
): Record<Language, string> {
  const plan = planById(product, planId);
  const tooMany = chosen + 1 - maxCategories;
  const limit = {
    fr: maxCategories === 1 ? "une catégorie" : `${maxCategories} catégories`,
    en: maxCategories === 1 ? "one category" : `${maxCategories} categories`,
  };
  return {
    fr: `La formule ${plan.nameFr} comprend ${limit.fr}. Retirez-en ${tooMany === 1 ? "une" : tooMany} pour en choisir une autre, ou changez de formule.`,
    en: `The ${plan.nameEn} plan includes ${limit.en}. Remove ${tooMany === 1 ? "one" : tooMany} to choose another, or change your plan.`,
  };
}
