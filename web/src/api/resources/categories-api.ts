import type { ResponseOf } from "@matinale/contracts/browser";
import { api, endpoint } from "../api.ts";

export type CategoryChoice = ResponseOf<"GET /categories">[number];

export const categoriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    userCategories: build.query<CategoryChoice[], void>({
      ...endpoint("GET /user/categories"),
      providesTags: ["UserCategories"],
    }),
  }),
});
