import { createApi } from "@reduxjs/toolkit/query/react";
import { cacheSeconds } from "../config/constants.ts";
import { baseQuery } from "./base-query.ts";

/** The client of the gateway; resources and features inject their endpoints. */
export const api = createApi({
  reducerPath: "api",
  baseQuery,
  keepUnusedDataFor: cacheSeconds,
  tagTypes: [
    "Me",
    "Preferences",
    "DeliveryHours",
    "Subscription",
    "UserCategories",
    "History",
    "Automation",
    "Sessions",
  ],
  endpoints: () => ({}),
});
