import type { ResponseOf } from "@matinale/contracts/browser";
import { has } from "../api-error.ts";
import { api } from "../base-api.ts";
import { endpoint, type Needs } from "../endpoint.ts";

export type Automation = Needs<ResponseOf<"GET /automation/status">, "isRunning">;

export const automationApi = api.injectEndpoints({
  endpoints: (build) => ({
    automation: build.query<Automation, void>({
      ...endpoint("GET /automation/status"),
      extraOptions: { expects: has("isRunning") },
      providesTags: ["Automation"],
    }),
  }),
});

export const { useAutomationQuery } = automationApi;
