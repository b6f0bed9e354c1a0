import type { Language, Voice } from "@matinale/contracts/browser";
import type { FetchArgs } from "@reduxjs/toolkit/query";
import { isPublic } from "../../app/routes.ts";
import { has, succeeded, type ApiError } from "../api-error.ts";
import { api } from "../base-api.ts";

export interface Me {
  username: string;
  email: string;
  phone: string | null;
  language: Language;
  profilePicture: string | null;
  voicePreference: Voice;
  stripeSubscriptionId: string | null;
  whatsappConnected: boolean;
}

export interface Credentials {
  email: string;
  password: string;
}

export interface SignUp extends Credentials {
  username: string;
  phone?: string;
  language: Language;
}

/** @param optional  answer 204 when no user is signed in: browsers log every 401 to the console of a visitor */
export const meRequest = (optional: boolean): FetchArgs => ({
  url: "me",
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
      query: (body) => ({ url: "login", method: "POST", body }),
    }),
    signUp: build.mutation<unknown, SignUp>({
      query: (body) => ({ url: "signup", method: "POST", body }),
    }),
    logout: build.mutation<unknown, void>({ query: () => ({ url: "logout", method: "POST" }) }),
  }),
});

export const { useMeQuery, useLoginMutation, useSignUpMutation, useLogoutMutation } = sessionApi;
