import { categories } from "./catalogues.ts";
import type { PlanLimits } from "./product.ts";

const counted = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`;

/** English phrases for what a plan includes; the site translates them. */
export function featurePhrases(limits: PlanLimits): string[] {
  const { editionsPerDay, maxCategories, maxMinutes } = limits;
  return [
    counted(editionsPerDay, "daily update", "daily updates"),
    maxCategories === categories.length
      ? "All categories"
      : counted(maxCategories, "category", "categories"),
    `${maxMinutes}-minute summaries`,
    ...(limits.breakingNewsAlerts ? ["Breaking-news alerts"] : []),
    ...(limits.prioritySupport ? ["Priority support"] : []),
  ];
}
