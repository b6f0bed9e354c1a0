import type { BodyOf, ResponseOf } from "@matinale/contracts/browser";
import { afterSuccess, api, endpoint, type Needs, outdates } from "../../api/api.ts";
import { categoriesApi } from "../../api/resources/preferences-api.ts";
import type { Me } from "../../api/resources/session-api.ts";

export type ProfileValues = Pick<Me, "username" | "email" | "voicePreference"> & {
  /** When the server asks for it. */
  currentPassword?: string;
};
export type Category = ResponseOf<"GET /categories">[number];
export type Session = ResponseOf<"GET /sessions">[number];
type PasswordChange = BodyOf<"POST /change-password">;
export type OptIn = ResponseOf<"GET /user/whatsapp/opt-in">;
export type Preview = Needs<
  ResponseOf<"GET /preview-news">,
  "voiceGender" | "audioUrl" | "simulationMode" | "content"
>;

const addCategory = endpoint("POST /user/categories", (id: number) => ({
  body: { categoryId: id },
}));
const removeCategory = endpoint("DELETE /user/categories/:id", (id: number) => ({ id }));
const byId = (one: Category, other: Category) => one.id - other.id;

export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    categories: build.query(endpoint("GET /categories")),
    chooseCategory: build.mutation<unknown, { category: Category; chosen: boolean }>({
      query: ({ category, chosen }) => (chosen ? addCategory : removeCategory).query(category.id),
      ...outdates("UserCategories"),
      // The old value would be beside the toast of success until the request of the tag is answered.
      onQueryStarted: ({ category, chosen }, { dispatch, queryFulfilled }) =>
        afterSuccess(queryFulfilled, () => {
          dispatch(
            categoriesApi.util.updateQueryData("userCategories", undefined, (before) => {
              const others = before.filter(({ id }) => id !== category.id);
              // In the order of the catalogue, as in the response.
              return chosen ? [...others, category].toSorted(byId) : others;
            }),
          );
        }),
    }),
    connectWhatsapp: build.mutation({
      ...endpoint("POST /user/whatsapp/connect", (phone: string) => ({ body: { phone } })),
      ...outdates("Me", "Automation"),
    }),
    optIn: build.query({ ...endpoint("GET /user/whatsapp/opt-in"), keepUnusedDataFor: 0 }),
    saveProfile: build.mutation<Partial<ResponseOf<"PATCH /user/profile">>, ProfileValues>({
      ...endpoint("PATCH /user/profile", (body: ProfileValues) => ({ body })),
      ...outdates("Me"),
    }),
    cancelPendingEmail: build.mutation({
      ...endpoint("DELETE /user/pending-email"),
      ...outdates("Me"),
    }),
    uploadPicture: build.mutation({
      ...endpoint("POST /user/profile-picture", (file: File) => {
        const body = new FormData();
        body.append("profilePicture", file);
        return { body };
      }),
      ...outdates("Me"),
    }),
    removePicture: build.mutation({
      ...endpoint("DELETE /user/profile-picture"),
      ...outdates("Me"),
    }),
    preview: build.query<Preview, void>({
      ...endpoint("GET /preview-news", () => ({
        needs: ["voiceGender", "audioUrl", "simulationMode", "content"],
      })),
      keepUnusedDataFor: 0,
    }),
    changePassword: build.mutation({
      ...endpoint("POST /change-password", (body: PasswordChange) => ({ body })),
      // The sessions of other devices end.
      ...outdates("Sessions"),
    }),
    sessions: build.query({ ...endpoint("GET /sessions"), providesTags: ["Sessions"] }),
    endSession: build.mutation({
      ...endpoint("DELETE /sessions/:id", (id: string) => ({ id })),
      ...outdates("Sessions"),
    }),
    logoutEverywhere: build.mutation(endpoint("POST /logout-everywhere")),
  }),
});
