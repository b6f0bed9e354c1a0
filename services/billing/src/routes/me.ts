import { router } from "@matinale/kit";
import type { Router } from "express";
import { entitlementOf, inForce } from "../domain/subscription/subscription.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";

/** Billing's part of `/api/me`. Right after the sign-up there may be no document yet. */
export const meRoutes = (subscriptions: SubscriptionStore): Router =>
  router().get("/me", async (req, res) => {
    const subscription = await subscriptions.of(req.userId);
    res.json({
      stripeSubscriptionId: subscription === null ? null : (inForce(subscription)?.id ?? null),
      planId: subscription === null ? null : entitlementOf(subscription).planId,
      trialEndsAt: subscription?.trialEndsAt ?? null,
    });
  });
