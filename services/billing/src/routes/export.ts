import { HttpError, router } from "@matinale/kit";
import type { Router } from "express";
import { texts } from "../domain/texts.ts";
import { present } from "./subscription.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";

/** Billing's part of the data export. Invoices and cards are stored at Stripe. */
export const exportRoutes = (subscriptions: SubscriptionStore): Router =>
  router().get("/export", async (req, res) => {
    const subscription = await subscriptions.of(req.userId);
    if (subscription === null) {
      throw new HttpError("NOT_FOUND", texts.nothingYet);
    }
    const { updateCardUrl: _link, ...exported } = present(subscription);
    res.json(exported);
  });
