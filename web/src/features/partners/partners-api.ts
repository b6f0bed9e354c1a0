import type { ResponseOf } from "@matinale/contracts/browser";
import { has } from "../../api/api-error.ts";
import { api } from "../../api/base-api.ts";
import { endpoint } from "../../api/endpoint.ts";

export type Outlet = ResponseOf<"GET /outlets">["outlets"][number];

const partnersApi = api.injectEndpoints({
  endpoints: (build) => ({
    outlets: build.query<Outlet[], void>({
      ...endpoint(
        "GET /outlets",
        () => ({}),
        ({ outlets }) => outlets,
      ),
      extraOptions: { expects: has("outlets") },
    }),
  }),
});

export const { useOutletsQuery } = partnersApi;
