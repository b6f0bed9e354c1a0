import { api, endpoint } from "../api.ts";

export const categoriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    userCategories: build.query({
      ...endpoint("GET /user/categories"),
      providesTags: ["UserCategories"],
    }),
  }),
});
