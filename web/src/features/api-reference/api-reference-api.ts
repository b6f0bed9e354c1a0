import { has } from "../../api/api-error.ts";
import { api } from "../../api/base-api.ts";

export interface Operation {
  method: string;
  path: string;
  summary: string;
  needsSession: boolean;
}

interface OpenApi {
  paths: Record<string, Record<string, { summary: string; security: unknown[] }>>;
}

/** The gateway's own description, which is no endpoint of the contracts. */
const apiReferenceApi = api.injectEndpoints({
  endpoints: (build) => ({
    operations: build.query<Operation[], void>({
      query: () => ({ url: "/docs/openapi.json" }),
      transformResponse: ({ paths }: OpenApi) =>
        Object.entries(paths).flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, { summary, security }]) => ({
            method: method.toUpperCase(),
            path,
            summary,
            needsSession: security.length > 0,
          })),
        ),
      extraOptions: { expects: has("paths") },
    }),
  }),
});

export const { useOperationsQuery } = apiReferenceApi;
export const documentAddress = "/api/docs/openapi.json";
