import type { BodyOf, ResponseOf } from "@matinale/contracts/browser";
import { api, endpoint } from "../../api/api.ts";

export type Session = ResponseOf<"GET /sessions">[number];
type PasswordChange = BodyOf<"POST /change-password">;

export const securityApi = api.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<unknown, PasswordChange>({
      ...endpoint("POST /change-password", (body: PasswordChange) => ({ body })),
      // The sessions of other devices end.
      invalidatesTags: (_result, error) => (error ? [] : ["Sessions"]),
    }),
    sessions: build.query<Session[], void>({
      ...endpoint("GET /sessions"),
      providesTags: ["Sessions"],
    }),
    endSession: build.mutation<unknown, string>({
      ...endpoint("DELETE /sessions/:id", (id: string) => ({ id })),
      invalidatesTags: (_result, error) => (error ? [] : ["Sessions"]),
    }),
    logoutEverywhere: build.mutation<unknown, void>(endpoint("POST /logout-everywhere")),
  }),
});
