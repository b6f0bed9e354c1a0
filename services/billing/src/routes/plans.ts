import { featurePhrases, type Plan, type Product } from "@matinale/contracts";
import type { ResponseOf } from "@matinale/contracts/api";
import { HttpError, router } from "@matinale/kit";
import type { Router } from "express";
import type { Prices } from "../clients/stripe/subscription.ts";
import { texts } from "../domain/texts.ts";

/**
 * Needs no session: the landing page shows the plans, and a publishable key is not secret.
 *
 * @param payment  how the browser pays: with Stripe's publishable key, simulated, or with neither of them not at all
 */
export function plansRoutes(
  product: Product,
  prices: Prices,
  payment: ResponseOf<"GET /payment-configuration">,
): Router {
  const present = (plan: Plan) => ({
    ...plan,
    features: featurePhrases(plan.limits),
    stripePriceId: prices[plan.id],
  });
  return router()
    .get("/payment-configuration", (_req, res) => {
      res.json(payment);
    })
    .get("/subscription-plans", (_req, res) => {
      res.json(product.plans.map(present));
    })
    .get("/subscription-plans/:id", (req, res) => {
      const plan = product.plans.find(({ id }) => String(id) === req.params.id);
      if (plan === undefined) throw new HttpError("NOT_FOUND", texts.unknownPlan);
      res.json(present(plan));
    });
}
