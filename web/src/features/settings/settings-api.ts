import type { ResponseOf } from "@matinale/contracts/browser";
import { has } from "../../api/api-error.ts";
import { api } from "../../api/base-api.ts";
import type { Me } from "../../api/resources/session-api.ts";
import type { Needs } from "../../api/needs.ts";
import { longRequestTimeoutMs } from "../../config/constants.ts";

export type CategoryChoice = ResponseOf<"GET /categories">[number];
export type ProfileValues = Pick<Me, "username" | "email" | "voicePreference">;
export type OptIn = ResponseOf<"GET /user/whatsapp/opt-in">;
export type Preview = Needs<
  ResponseOf<"GET /preview-news">,
  "voiceGender" | "audioUrl" | "simulationMode" | "content"
>;

const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    categories: build.query<CategoryChoice[], void>({
      query: () => "/categories",
      extraOptions: { expects: Array.isArray },
      providesTags: ["Categories"],
    }),
    userCategories: build.query<CategoryChoice[], void>({
      query: () => "/user/categories",
      extraOptions: { expects: Array.isArray },
      providesTags: ["UserCategories"],
    }),
    addCategory: build.mutation<unknown, number>({
      query: (categoryId) => ({ url: "/user/categories", method: "POST", body: { categoryId } }),
      invalidatesTags: (_result, error) => (error ? [] : ["UserCategories"]),
    }),
    removeCategory: build.mutation<unknown, number>({
      query: (id) => ({ url: `/user/categories/${id}`, method: "DELETE" }),
      invalidatesTags: (_result, error) => (error ? [] : ["UserCategories"]),
    }),
    connectWhatsapp: build.mutation<unknown, string>({
      query: (phone) => ({ url: "/user/whatsapp/connect", method: "POST", body: { phone } }),
      invalidatesTags: (_result, error) => (error ? [] : ["Me", "Automation"]),
    }),
    optIn: build.query<OptIn, void>({
      query: () => "/user/whatsapp/opt-in",
      extraOptions: { expects: has("svg", "expiresAt") },
      keepUnusedDataFor: 0,
    }),
    /** A query of its own: a failed poll of the `me` query would redirect the reader to the log-in. */
    connection: build.query<boolean, void>({
      query: () => "/me",
      transformResponse: (me: ResponseOf<"GET /me"> | null) => Boolean(me?.whatsappConnected),
      keepUnusedDataFor: 0,
      onQueryStarted: async (_nothing, { dispatch, queryFulfilled }) => {
        const { data: connected } = await queryFulfilled.catch(() => ({ data: false }));
        if (connected) dispatch(api.util.invalidateTags(["Me", "Automation"]));
      },
    }),
    saveProfile: build.mutation<unknown, ProfileValues>({
      query: (body) => ({ url: "/user/profile", method: "PATCH", body }),
      invalidatesTags: (_result, error) => (error ? [] : ["Me"]),
    }),
    uploadPicture: build.mutation<unknown, File>({
      query: (file) => {
        const body = new FormData();
        body.append("profilePicture", file);
        return {
          url: "/user/profile-picture",
          method: "POST",
          body,
          timeout: longRequestTimeoutMs,
        };
      },
      invalidatesTags: (_result, error) => (error ? [] : ["Me"]),
    }),
    removePicture: build.mutation<unknown, void>({
      query: () => ({ url: "/user/profile-picture", method: "DELETE" }),
      invalidatesTags: (_result, error) => (error ? [] : ["Me"]),
    }),
    preview: build.query<Preview, void>({
      query: () => ({ url: "/preview-news", timeout: longRequestTimeoutMs }),
      extraOptions: { expects: has("content") },
      keepUnusedDataFor: 0,
    }),
    deliverNow: build.mutation<unknown, void>({
      query: () => ({ url: "/deliver-news", method: "POST", timeout: longRequestTimeoutMs }),
      extraOptions: { expects: has() },
      invalidatesTags: ["History"],
    }),
  }),
});

export const {
  useCategoriesQuery,
  useUserCategoriesQuery,
  useAddCategoryMutation,
  useRemoveCategoryMutation,
  useConnectWhatsappMutation,
  useOptInQuery,
  useConnectionQuery,
  useSaveProfileMutation,
  useUploadPictureMutation,
  useRemovePictureMutation,
  useLazyPreviewQuery,
  useDeliverNowMutation,
} = settingsApi;
