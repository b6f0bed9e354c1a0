import type { ResponseOf } from "@matinale/contracts/browser";
import { api, endpoint, type Needs } from "../../api/api.ts";
import type { CategoryChoice } from "../../api/resources/categories-api.ts";
import type { Me } from "../../api/resources/session-api.ts";
import { longRequestTimeoutMs } from "../../config/constants.ts";

export type ProfileValues = Pick<Me, "username" | "email" | "voicePreference"> & {
  /** When the server asks for it. */
  currentPassword?: string;
};
export type OptIn = ResponseOf<"GET /user/whatsapp/opt-in">;
export type Preview = Needs<
  ResponseOf<"GET /preview-news">,
  "voiceGender" | "audioUrl" | "simulationMode" | "content"
>;

export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    categories: build.query<CategoryChoice[], void>(endpoint("GET /categories")),
    addCategory: build.mutation<unknown, number>({
      ...endpoint("POST /user/categories", (categoryId: number) => ({ body: { categoryId } })),
      invalidatesTags: (_result, error) => (error ? [] : ["UserCategories"]),
    }),
    removeCategory: build.mutation<unknown, number>({
      ...endpoint("DELETE /user/categories/:id", (id: number) => ({ id })),
      invalidatesTags: (_result, error) => (error ? [] : ["UserCategories"]),
    }),
    connectWhatsapp: build.mutation<unknown, string>({
      ...endpoint("POST /user/whatsapp/connect", (phone: string) => ({ body: { phone } })),
      invalidatesTags: (_result, error) => (error ? [] : ["Me", "Automation"]),
    }),
    optIn: build.query<OptIn, void>({
      ...endpoint("GET /user/whatsapp/opt-in"),
      keepUnusedDataFor: 0,
    }),
    saveProfile: build.mutation<Partial<ResponseOf<"PATCH /user/profile">>, ProfileValues>({
      ...endpoint("PATCH /user/profile", (body: ProfileValues) => ({ body })),
      invalidatesTags: (_result, error) => (error ? [] : ["Me"]),
    }),
    cancelPendingEmail: build.mutation<unknown, void>({
      ...endpoint("DELETE /user/pending-email"),
      invalidatesTags: (_result, error) => (error ? [] : ["Me"]),
    }),
    uploadPicture: build.mutation<unknown, File>({
      ...endpoint("POST /user/profile-picture", (file: File) => {
        const body = new FormData();
        body.append("profilePicture", file);
        return { body, timeout: longRequestTimeoutMs };
      }),
      invalidatesTags: (_result, error) => (error ? [] : ["Me"]),
    }),
    removePicture: build.mutation<unknown, void>({
      ...endpoint("DELETE /user/profile-picture"),
      invalidatesTags: (_result, error) => (error ? [] : ["Me"]),
    }),
    preview: build.query<Preview, void>({
      ...endpoint("GET /preview-news", () => ({ timeout: longRequestTimeoutMs })),
      keepUnusedDataFor: 0,
    }),
  }),
});
