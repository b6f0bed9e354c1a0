import { router } from "@matinale/kit";
import type { Router } from "express";
import type { Config } from "../config.ts";

/** The owner's data for every page. Billing answers for the plans, which have prices at Stripe, and delivery for the incidents. */
export function productRoutes({
  PRODUCT_FILE: { plans: _plans, incidents: _incidents, ...product },
  SEND_MAIL,
}: Pick<Config, "PRODUCT_FILE" | "SEND_MAIL">): Router {
  return router().get("/api/product", (_req, res) => {
    res.json({ ...product, ...(SEND_MAIL === "off" ? { mail: false } : {}) });
  });
}
