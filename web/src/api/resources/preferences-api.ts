import type { Frequency, Language } from "@matinale/contracts/browser";
import { api } from "../base-api.ts";

export interface Preferences {
  language: Language;
  country: string;
  timezone: string;
  /** "HH:MM" in `timezone`. */
  deliveryTime: string;
  deliveryFrequency: Frequency;
}

export interface SavedPreferences extends Preferences {
  trialEndsAt: string | null;
}

const preferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    preferences: build.query<SavedPreferences, void>({
      query: () => "user/preferences",
      providesTags: ["Preferences"],
    }),
    deliveryHours: build.query<string[], void>({
      query: () => "user/delivery-hours",
      transformResponse: (answer: { deliveryHours: string[] }) => answer.deliveryHours,
      providesTags: ["DeliveryHours"],
    }),
    savePreferences: build.mutation<unknown, Preferences>({
      query: (body) => ({ url: "user/preferences", method: "PATCH", body }),
      invalidatesTags: (_answer, error) => (error ? [] : ["Preferences", "DeliveryHours", "Me"]),
    }),
  }),
});

export const { usePreferencesQuery, useDeliveryHoursQuery, useSavePreferencesMutation } =
  preferencesApi;
