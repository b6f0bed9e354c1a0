import type { ResponseOf } from "@matinale/contracts/browser";
import { api, endpoint } from "../api.ts";

export type Plan = ResponseOf<"GET /subscription-plans">[number];

/** Fields that a response may leave out. */
type Defaulted = "features" | "popular";

const withDefaults = (plans: (Omit<Plan, Defaulted> & Partial<Plan>)[]): Plan[] =>
  plans.map((plan) => ({
    ...plan,
    features: plan.features ?? [],
    popular: plan.popular ?? plan.nameEn === "Premium",
  }));

export const plansApi = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<Plan[], void>(
      endpoint(
        "GET /subscription-plans",
        () => ({ needs: ["id", "nameFr", "nameEn", "priceEur"] }),
        withDefaults,
      ),
    ),
  }),
});
