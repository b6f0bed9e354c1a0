import type { Language, Voice } from "@matinale/contracts/browser";
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

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<Me, void>({ query: () => "me", providesTags: ["Me"] }),
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
