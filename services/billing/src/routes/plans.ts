import type { Plan, PlanId } from "@matinale/contracts";
import { plans } from "@matinale/contracts";
import { HttpError, router } from "@matinale/kit";
import type { Router } from "express";
import { planOf } from "../domain/subscription.ts";

/** Stripe's price of each plan. */
export type Prices = Record<PlanId, string>;

/** Open to everybody: the landing page shows them. */
export function plansRoutes(prices: Prices): Router {
  const present = ({ id, nameFr, nameEn, priceEur, features, popular }: Plan) => ({
    id,
    nameFr,
    nameEn,
    priceEur,
    features,
    stripePriceId: prices[id],
    popular,
  });
  return router()
    .get("/subscription-plans", (_req, res) => {
      res.json(plans.map(present));
    })
    .get("/subscription-plans/:id", (req, res) => {
      const plan = /^\d{1,9}$/.test(req.params.id) ? planOf(Number(req.params.id)) : undefined;
      if (plan === undefined) throw new HttpError("NOT_FOUND", "This plan does not exist.");
      res.json(present(plan));
    });
}
