import type { Language, Voice } from "@matinale/contracts/browser";
import type { FetchArgs } from "@reduxjs/toolkit/query";
import { isPublic } from "../../config/paths.ts";
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

/** @param mayBeNobody  whether to be told that with a 204: a 401 would stand in every visitor's console */
export const meRequest = (mayBeNobody: boolean): FetchArgs => ({
  url: "me",
  headers: mayBeNobody ? { "x-session": "optional" } : {},
  validateStatus: (response, body) => response.status !== 204 && succeeded(response, body),
});

export const noContentAsUnauthenticated = (error: ApiError): ApiError =>
  error.status === 204 ? { ...error, status: 401 } : error;

/** Null is nobody, as a 401 is. */
export const isMe = (body: unknown): boolean => body === null || has("username")(body);

/** What an answer may leave out has its default. */
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
