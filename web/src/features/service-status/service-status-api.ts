import type { ResponseOf } from "@matinale/contracts/browser";
import { has } from "../../api/api-error.ts";
import { api } from "../../api/base-api.ts";
import { endpoint } from "../../api/endpoint.ts";

export type ServiceStatus = ResponseOf<"GET /status">;

const serviceStatusApi = api.injectEndpoints({
  endpoints: (build) => ({
    serviceStatus: build.query<ServiceStatus, void>({
      ...endpoint("GET /status"),
      extraOptions: { expects: has("state") },
    }),
  }),
});

export const { useServiceStatusQuery } = serviceStatusApi;
