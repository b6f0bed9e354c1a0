import type { CountryCode, Frequency, ResponseOf } from "@matinale/contracts/browser";
import { has, hasOptionalList } from "../api-error.ts";
import { api } from "../base-api.ts";
import { endpoint } from "../endpoint.ts";

/** A country that is not in the catalogue of the page is shown by its code, and stays as it is. */
export type SavedPreferences = Omit<ResponseOf<"GET /user/preferences">, "country"> & {
  country: string;
};

/** The fields of the form. */
export type Preferences = Omit<SavedPreferences, "trialEndsAt">;

/** Adds the defaults of the fields that a response may leave out. */
const withDefaults = (given: Partial<SavedPreferences>): SavedPreferences => ({
  language: given.language ?? "fr",
  country: given.country ?? "fr",
  timezone: given.timezone ?? "Europe/Paris",
  deliveryTime: given.deliveryTime ?? "08:00",
  deliveryFrequency: frequencyOf(given.deliveryFrequency ?? "daily"),
  trialEndsAt: given.trialEndsAt ?? null,
});

/** The API uses two spellings of « twice a day », the form one. */
const frequencyOf = (given: Frequency | "twiceDaily"): Frequency =>
  given === "twiceDaily" ? "twice_daily" : given;

export const preferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    preferences: build.query<SavedPreferences, void>({
      ...endpoint("GET /user/preferences", () => ({}), withDefaults),
      extraOptions: { expects: has() },
      providesTags: ["Preferences"],
    }),
    deliveryHours: build.query<string[], void>({
      ...endpoint(
        "GET /user/delivery-hours",
        () => ({}),
        (body: Partial<ResponseOf<"GET /user/delivery-hours">>) => body.deliveryHours ?? [],
      ),
      extraOptions: { expects: hasOptionalList("deliveryHours") },
      providesTags: ["DeliveryHours"],
    }),
    savePreferences: build.mutation<unknown, Preferences>({
      ...endpoint("PATCH /user/preferences", (preferences: Preferences) => ({
        // The server refuses an unknown code.
        body: { ...preferences, country: preferences.country as CountryCode },
      })),
      invalidatesTags: (_result, error) => (error ? [] : ["Preferences", "DeliveryHours", "Me"]),
    }),
  }),
});

export const { usePreferencesQuery, useDeliveryHoursQuery, useSavePreferencesMutation } =
  preferencesApi;
