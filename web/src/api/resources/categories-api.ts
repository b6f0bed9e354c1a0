import type { ResponseOf } from "@matinale/contracts/browser";
import { api } from "../base-api.ts";
import { endpoint } from "../endpoint.ts";

export type CategoryChoice = ResponseOf<"GET /categories">[number];

const categoriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    userCategories: build.query<CategoryChoice[], void>({
      ...endpoint("GET /user/categories"),
      providesTags: ["UserCategories"],
    }),
  }),
});

export const { useUserCategoriesQuery } = categoriesApi;
