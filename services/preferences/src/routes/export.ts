import type { Product } from "@matinale/contracts";
import { router } from "@matinale/kit";
import type { Router } from "express";
import { categoriesOf, choicesOf, hoursOf } from "../domain/subscriber.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

export const exportRoutes = (subscribers: SubscriberStore, product: Product): Router =>
  router().get("/export", async (req, res) => {
    const subscriber = await subscribers.of(req.userId);
    res.json({
      ...choicesOf(subscriber),
      deliveryHours: hoursOf(subscriber, product),
      categories: categoriesOf(subscriber).map(({ id, nameFr, nameEn }) => ({
        id,
        nameFr,
        nameEn,
      })),
      since: subscriber.since,
      weekday: subscriber.weekday ?? null,
      alertsSwitchedAt: subscriber.alertsSwitchedAt ?? null,
      copies: { user: subscriber.user ?? null, subscription: subscriber.subscription ?? null },
    });
  });
