import { readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import type { Deps } from "../application/deps.ts";
import { deliveryKinds } from "../domain/delivery/delivery.ts";
import { exportEntry } from "../domain/delivery/history.ts";
import { languageOf, type Subscriber, zoneOf } from "../domain/subscriber/subscriber.ts";

/**
 * Delivery's part of the data export: all that is stored of a person, so a field that is added later is in it, too. Without
 * the keyed hashes of numbers, and without stored webhook calls: they are not stored by person, and deleted after 7 days.
 */
export const exportRoutes = (deps: Deps): Router =>
  router().get("/export", async (req, res) => {
    const { userId } = req;
    const [subscriber, codes, deliveries] = await Promise.all([
      deps.subscribers.of(userId),
      deps.codes.of(userId),
      deps.deliveries.history(userId, 0, undefined, deliveryKinds),
    ]);
    const reader = {
      language: readerLanguage(req, languageOf(subscriber)),
      zone: zoneOf(subscriber ?? {}),
    };
    const known: Partial<Subscriber> = subscriber ?? {};
    const { user = null, preferences = null, subscription = null, channel = null, ...own } = known;
    res.json({
      ...own,
      channel,
      copies: { user, preferences, subscription },
      codes: codes.map(({ _id, expiresAt }) => ({ code: _id, expiresAt })),
      deliveries: deliveries.map((delivery) => exportEntry(delivery, reader)),
    });
  });
