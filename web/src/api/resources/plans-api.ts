import { api } from "../base-api.ts";

export interface Plan {
  id: number;
  nameFr: string;
  nameEn: string;
  /** Cents a month. */
  priceEur: number;
  /** English phrases, such as "3 categories". */
  features: string[];
  stripePriceId: string | null;
  popular: boolean;
}

const plansApi = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<Plan[], void>({
      query: () => "subscription-plans",
      extraOptions: { expects: Array.isArray },
      transformResponse: (plans: (Omit<Plan, "popular"> & { popular?: boolean })[]) =>
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
