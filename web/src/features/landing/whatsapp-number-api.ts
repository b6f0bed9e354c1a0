import type { ResponseOf } from "@matinale/contracts/browser";
import { has } from "../../api/api-error.ts";
import { api } from "../../api/base-api.ts";

const whatsappNumberApi = api.injectEndpoints({
  endpoints: (build) => ({
    whatsappNumber: build.query<ResponseOf<"GET /whatsapp/number">, void>({
      query: () => "/whatsapp/number",
      extraOptions: { expects: has("svg") },
    }),
  }),
});

export const { useWhatsappNumberQuery } = whatsappNumberApi;
