import type { Product } from "@matinale/contracts";
import { preferencesPatch } from "@matinale/contracts/api";
import { body, router } from "@matinale/kit";
import type { Router } from "express";
import { changePreferences } from "../application/change-preferences.ts";
import { allowance, choicesOf, hoursOf, type Subscriber } from "../domain/subscriber.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** `trialEndsAt` is null until billing's first event about the subscriber. */
const present = (subscriber: Subscriber, product: Product) => ({
  ...choicesOf(subscriber),
  alertsIncluded: allowance(subscriber, product).breakingNewsAlerts,
  trialEndsAt: subscriber.subscription?.trialEndsAt ?? null,
});

export const preferencesRoutes = (subscribers: SubscriberStore, product: Product): Router =>
  router()
    .get("/user/preferences", async (req, res) => {
      res.json(present(await subscribers.of(req.userId), product));
    })
    .patch("/user/preferences", body(preferencesPatch), async (req, res) => {
      res.json(present(await changePreferences(req.userId, req.body, subscribers), product));
    })
    .get("/user/delivery-hours", async (req, res) => {
      res.json({ deliveryHours: hoursOf(await subscribers.of(req.userId), product) });
    })
    .get("/me", async (req, res) => {
      res.json({ language: choicesOf(await subscribers.of(req.userId)).language });
    });
