import type { UserId } from "@matinale/contracts";
import { query, router } from "@matinale/kit";
import type { Router } from "express";
import { z } from "zod";
import { historyEntry, isShown } from "../domain/history.ts";
import { defaultLanguage, languageOf } from "../domain/subscriber.ts";
import { say } from "../domain/wording.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

const historyQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
const defaultZone = "Europe/Paris";

export interface HistoryDeps {
  deliveries: DeliveryStore;
  subscribers: SubscriberStore;
  now: () => Date;
}

/** What was delivered, newest first, one entry a delivery, in the words of its reader. */
export async function historyOf(
  userId: UserId,
  limit: number,
  { deliveries, subscribers, now }: HistoryDeps,
) {
  const [subscriber, found] = await Promise.all([
    subscribers.of(userId),
    deliveries.history(userId, limit),
  ]);
  const language = subscriber === null ? defaultLanguage : languageOf(subscriber);
  const zone = subscriber?.preferences?.zone ?? defaultZone;
  const at = now();
  const history = found
    .filter((delivery) => isShown(delivery, at))
    .map((delivery) => historyEntry(delivery, { language, zone }));
  return { subscriber, language, history };
}

export const messageHistoryRoutes = (deps: HistoryDeps): Router =>
  router().get("/message-history", query(historyQuery), async (req, res) => {
    const { limit } = historyQuery.parse(req.query);
    const { history, language } = await historyOf(req.userId, limit, deps);
    res.json({ success: true, history, message: say("history", language) });
  });
