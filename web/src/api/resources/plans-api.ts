import type { ResponseOf } from "@matinale/contracts/browser";
import { api } from "../base-api.ts";

export type Plan = ResponseOf<"GET /subscription-plans">[number];

/** Fields that a response may leave out. */
type Defaulted = "features" | "popular";

const plansApi = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<Plan[], void>({
      query: () => "/subscription-plans",
      extraOptions: { expects: Array.isArray },
      transformResponse: (plans: (Omit<Plan, Defaulted> & Partial<Plan>)[]) =>
        plans.map((plan) => ({
          ...plan,
          features: plan.features ?? [],
          popular: plan.popular ?? plan.nameEn === "Premium",
        })),
      providesTags: ["Plans"],
    }),
  }),
});

export const { usePlansQuery } = plansApi;
