import type { Language, Voice } from "@matinale/contracts/browser";
import { isForEverybody } from "../../config/paths.ts";
import { succeeded } from "../api-error.ts";
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

/** What an answer may leave out has its default. */
export const wholeMe = (me: Me): Me => ({
  ...me,
  language: me.language ?? "fr",
  voicePreference: me.voicePreference ?? "female",
});

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Null is nobody, as a 401 is. */
    me: build.query<Me | null, void>({
      query: () => ({
        url: "me",
        // Pages for everybody ask without knowing: a 401 would stand in every visitor's console.
        headers: isForEverybody(globalThis.location.pathname) ? { "x-session": "optional" } : {},
        validateStatus: (response, body) => response.status !== 204 && succeeded(response, body),
      }),
      transformResponse: (me: Me | null) => me && wholeMe(me),
      transformErrorResponse: (error) => (error.status === 204 ? { ...error, status: 401 } : error),
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
