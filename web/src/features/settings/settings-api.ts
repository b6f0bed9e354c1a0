import { api } from "../../api/base-api.ts";

export interface CategoryChoice {
  id: number;
  nameFr: string;
  nameEn: string;
  iconName: string;
}

const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    categories: build.query<CategoryChoice[], void>({
      query: () => "categories",
      providesTags: ["Categories"],
    }),
    userCategories: build.query<CategoryChoice[], void>({
      query: () => "user/categories",
      providesTags: ["UserCategories"],
    }),
    addCategory: build.mutation<unknown, number>({
      query: (categoryId) => ({ url: "user/categories", method: "POST", body: { categoryId } }),
      invalidatesTags: (_answer, error) => (error ? [] : ["UserCategories"]),
    }),
    removeCategory: build.mutation<unknown, number>({
      query: (id) => ({ url: `user/categories/${id}`, method: "DELETE" }),
      invalidatesTags: (_answer, error) => (error ? [] : ["UserCategories"]),
    }),
    connectWhatsapp: build.mutation<unknown, string>({
      query: (phone) => ({ url: "user/whatsapp/connect", method: "POST", body: { phone } }),
      invalidatesTags: (_answer, error) => (error ? [] : ["Me", "Automation"]),
    }),
  }),
});

export const {
  useCategoriesQuery,
  useUserCategoriesQuery,
  useAddCategoryMutation,
  useRemoveCategoryMutation,
  useConnectWhatsappMutation,
} = settingsApi;
