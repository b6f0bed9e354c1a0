import type { BodyOf, ResponseOf } from "@matinale/contracts/browser";
import { isPublic } from "../../app/routes.ts";
import { has, succeeded, type ApiError } from "../api-error.ts";
import type { RequestTo } from "../api-request.ts";
import { api } from "../base-api.ts";

export type Me = ResponseOf<"GET /me">;
export type Credentials = BodyOf<"POST /login">;
export type SignUp = BodyOf<"POST /signup">;

/** @param optional  answer 204 when no user is signed in: browsers log every 401 to the console of a visitor */
export const meRequest = (optional: boolean): RequestTo<"GET /me"> => ({
  url: "/me",
  headers: optional ? { "x-session": "optional" } : {},
  validateStatus: (response, body) => response.status !== 204 && succeeded(response, body),
});

/** A 204 means the same as a 401: no user is signed in. */
export const noContentAsUnauthenticated = (error: ApiError): ApiError =>
  error.status === 204 ? { ...error, status: 401 } : error;

/** A null body means that no user is signed in. */
export const isMe = (body: unknown): boolean => body === null || has("username")(body);

/** Adds the defaults of the fields that a response may leave out. */
export const meWithDefaults = (me: Me): Me => ({
  ...me,
  language: me.language ?? "fr",
  voicePreference: me.voicePreference ?? "female",
});

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<Me | null, void>({
      query: () => meRequest(isPublic(globalThis.location.pathname)),
      extraOptions: { expects: isMe },
      transformResponse: (me: Me | null) => me && meWithDefaults(me),
      transformErrorResponse: noContentAsUnauthenticated,
      providesTags: ["Me"],
    }),
    login: build.mutation<unknown, Credentials>({
      query: (body) => ({ url: "/login", method: "POST", body }),
    }),
    signUp: build.mutation<unknown, SignUp>({
      query: (body) => ({ url: "/signup", method: "POST", body }),
    }),
    logout: build.mutation<unknown, void>({ query: () => ({ url: "/logout", method: "POST" }) }),
  }),
});

export const { useMeQuery, useLoginMutation, useSignUpMutation, useLogoutMutation } = sessionApi;
