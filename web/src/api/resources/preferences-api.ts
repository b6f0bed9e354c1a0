import type { CountryCode, Frequency, ResponseOf } from "@matinale/contracts/browser";
import { afterSuccess, api, endpoint, outdates } from "../api.ts";

/** A country that is not in the catalogue of the page is shown by its code, and stays as it is. */
export type SavedPreferences = Omit<ResponseOf<"GET /user/preferences">, "country"> & {
  country: string;
};

/** The fields of the form of the edition. */
export type Preferences = Pick<
  SavedPreferences,
  "language" | "country" | "timezone" | "deliveryTime" | "deliveryFrequency"
>;

export type AlertPreferences = Pick<
  SavedPreferences,
  "breakingNewsAlerts" | "quietStart" | "quietEnd"
>;

const withDefaults = (given: Partial<SavedPreferences>): SavedPreferences => ({
  language: given.language ?? "fr",
  country: given.country ?? "fr",
  timezone: given.timezone ?? "Europe/Paris",
  deliveryTime: given.deliveryTime ?? "08:00",
  deliveryFrequency: frequencyOf(given.deliveryFrequency ?? "daily"),
  breakingNewsAlerts: given.breakingNewsAlerts ?? false,
  quietStart: given.quietStart ?? "22:00",
  quietEnd: given.quietEnd ?? "07:00",
  alertsIncluded: given.alertsIncluded ?? false,
  trialEndsAt: given.trialEndsAt ?? null,
});

/** The API uses two spellings of « twice a day », the form one. */
const frequencyOf = (given: Frequency | "twiceDaily"): Frequency =>
  given === "twiceDaily" ? "twice_daily" : given;

export const preferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    preferences: build.query<SavedPreferences, void>({
      ...endpoint("GET /user/preferences", () => ({ needs: [] }), withDefaults),
      providesTags: ["Preferences"],
    }),
    deliveryHours: build.query<Partial<ResponseOf<"GET /user/delivery-hours">>, void>({
      ...endpoint("GET /user/delivery-hours", () => ({ needs: [] })),
      providesTags: ["DeliveryHours"],
    }),
    savePreferences: build.mutation<unknown, Preferences | Partial<AlertPreferences>>({
      ...endpoint("PATCH /user/preferences", (change: Preferences | Partial<AlertPreferences>) => ({
        // The server refuses an unknown code.
        body: "country" in change ? { ...change, country: change.country as CountryCode } : change,
      })),
      ...outdates("Preferences", "DeliveryHours", "Me"),
      // The old value would be beside the toast of success until the requests of the tags are answered.
      onQueryStarted: (change, { dispatch, queryFulfilled }) =>
        afterSuccess(queryFulfilled, () => {
          dispatch(
            preferencesApi.util.updateQueryData("preferences", undefined, (saved) => {
              Object.assign(saved, change);
            }),
          );
        }),
    }),
  }),
});

export const categoriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    userCategories: build.query({
      ...endpoint("GET /user/categories"),
      providesTags: ["UserCategories"],
    }),
  }),
});
