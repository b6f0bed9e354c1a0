import type { Product } from "@matinale/contracts";
import { router } from "@matinale/kit";
import type { Router } from "express";

/** The owner's data for every page. Billing answers for the plans, which have prices at Stripe, and delivery for the incidents. */
export function productRoutes({
  plans: _plans,
  incidents: _incidents,
  ...product
}: Product): Router {
  return router().get("/api/product", (_req, res) => {
    res.json(product);
  });
}
