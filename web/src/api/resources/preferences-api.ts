import type { Frequency, Language } from "@matinale/contracts/browser";
import { has } from "../api-error.ts";
import { api } from "../base-api.ts";
import { hasOptionalList } from "./list-response.ts";

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

/** What an answer may leave out has its default. */
const whole = (given: Partial<SavedPreferences>): SavedPreferences => ({
  language: given.language ?? "fr",
  country: given.country ?? "fr",
  timezone: given.timezone ?? "Europe/Paris",
  deliveryTime: given.deliveryTime ?? "08:00",
  deliveryFrequency: frequencyOf(given.deliveryFrequency ?? "daily"),
  trialEndsAt: given.trialEndsAt ?? null,
});

/** Both spellings of « twice a day » are in use; the form knows one. */
const frequencyOf = (given: Frequency | "twiceDaily"): Frequency =>
  given === "twiceDaily" ? "twice_daily" : given;

export const preferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    preferences: build.query<SavedPreferences, void>({
      query: () => "user/preferences",
      extraOptions: { expects: has() },
      transformResponse: whole,
      providesTags: ["Preferences"],
    }),
    deliveryHours: build.query<string[], void>({
      query: () => "user/delivery-hours",
      extraOptions: { expects: hasOptionalList("deliveryHours") },
      transformResponse: (answer: { deliveryHours?: string[] }) => answer.deliveryHours ?? [],
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
