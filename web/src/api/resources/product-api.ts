import type { ResponseOf } from "@matinale/contracts/browser";
import { copyWithStructuralSharing } from "@reduxjs/toolkit/query";
import { builtProduct } from "../../config/product.ts";
import { useHydrating } from "../../lib/hydrating.tsx";
import { api, endpoint } from "../api.ts";

type PublicProduct = ResponseOf<"GET /product">;

const { brand, company, links, trial, testimonials } = builtProduct;
const built: PublicProduct = { brand, company, links, trial, testimonials };

const productApi = api.injectEndpoints({
  endpoints: (build) => ({
    product: build.query<PublicProduct, void>(
      // The same object when nothing has changed since the build, so that no part is rendered again.
      endpoint(
        "GET /product",
        () => ({}),
        (product): PublicProduct => copyWithStructuralSharing(built, product),
      ),
    ),
  }),
});

/** Brand, company, links, trial and testimonials: those of the build until the gateway has answered. */
export function useProduct(): PublicProduct {
  const { product } = productApi.useProductQuery(undefined, {
    selectFromResult: ({ data = built }) => ({ product: data }),
  });
  // The HTML of a prerendered page has the values of the build, and another part may have the response already.
  return useHydrating() ? built : product;
}
