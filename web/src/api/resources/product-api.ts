import type { ResponseOf } from "@matinale/contracts/browser";
import { builtProduct } from "../../config/product.ts";
import { useHydrating } from "../../lib/hydrating.tsx";
import { has } from "../api-error.ts";
import { api } from "../base-api.ts";
import { endpoint } from "../endpoint.ts";

type PublicProduct = ResponseOf<"GET /product">;

const productApi = api.injectEndpoints({
  endpoints: (build) => ({
    product: build.query<PublicProduct, void>({
      ...endpoint("GET /product"),
      extraOptions: { expects: has("company") },
    }),
  }),
});

/** Brand, company, links, trial and testimonials: those of the build until the gateway has answered. */
export function useProduct(): PublicProduct {
  const { data } = productApi.useProductQuery();
  // The HTML of a prerendered page has the values of the build, and another part may have the response already.
  const hydrating = useHydrating();
  return (hydrating ? undefined : data) ?? builtProduct;
}
