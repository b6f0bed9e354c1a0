import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Language } from "@matinale/contracts";
import { nothing } from "@matinale/contracts/api";
import { body, HttpError, router } from "@matinale/kit";
import type { Request, Router } from "express";
import type { Config } from "../config.ts";
import { accepted, type Delivery } from "../domain/delivery/delivery.ts";
import { statusOf } from "../domain/delivery/history.ts";
import { planManual } from "../domain/schedule/plan-delivery.ts";
import { isOver } from "../domain/delivery/transitions.ts";
import {
  categoriesOf,
  isEntitled,
  optedOut,
  type Subscriber,
} from "../domain/subscriber/subscriber.ts";
import { namesOf, reasonText, say } from "../domain/conversation/wording.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import { digestRequested } from "../events/digest-requested.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import { readerLanguage } from "./reader-language.ts";

export interface DeliverNewsDeps {
  subscribers: SubscriberStore;
  deliveries: DeliveryStore;
  now: () => Date;
}

const hourMs = 3_600_000;
const answerMs = 25_000;
const lookEveryMs = 150;
/** Events of other services and messages of the phone may still be in transit: wait this long for them. */
const settleMs = 5_000;
/** An older connection without a confirmation waits for its owner: answer at once. */
const freshMs = 8_000;

/** A manual digest. The response waits until the provider has accepted it. */
export const deliverNewsRoutes = (
  { MANUAL_DELIVERIES_PER_HOUR }: Pick<Config, "MANUAL_DELIVERIES_PER_HOUR">,
  deps: DeliverNewsDeps,
): Router =>
  router().post("/deliver-news", body(nothing), async (req, res) => {
    const { deliveries, now } = deps;
    const subscriber = await ready(req, deps);
    const language = readerLanguage(req, subscriber);
    const since = new Date(now().getTime() - hourMs);
    if ((await deliveries.manualSince(req.userId, since)) >= MANUAL_DELIVERIES_PER_HOUR) {
      throw new HttpError("TOO_MANY_REQUESTS", say("tooManyDeliveries", language), {
        retryAfter: hourMs / 4_000,
      });
    }
    const plan = planManual(subscriber, randomUUID(), now());
    const outbox = digestRequested(plan);
    const inserted = await deliveries.insert([{ delivery: plan.delivery, outbox }]);
    if (inserted === 0) throw new HttpError("ALREADY_IN_PROGRESS", say("inProgress", language));

    const delivery = await outcome(plan.delivery._id, deps);
    const status = delivery === null ? "failed" : statusOf(delivery);
    if (delivery === null || status === "pending") {
      throw new HttpError("UPSTREAM_TIMEOUT", say("stillWorking", language));
    }
    if (delivery.reason === "nothing_new") {
      const message = say("nothingNew", language);
      return void res.json({ success: false, message, categories: [], articlesCount: 0 });
    }
    if (!Object.values(delivery.parts).some(accepted)) {
      const failure = Object.values(delivery.parts).find((part) => part.failure)?.failure;
      const reason = failure?.reason ?? delivery.reason ?? "refused";
      throw new HttpError("UPSTREAM_FAILED", reasonText(reason, language));
    }
    res.json({
      success: true,
      message: say(delivery.awaitingTap === true ? "announced" : "delivered", language),
      categories: namesOf(delivery.told, language),
      articlesCount: delivery.stories,
    });
  });

/** The subscriber, once all projections that a digest needs have arrived. */
async function ready(req: Request, { subscribers, now }: DeliverNewsDeps): Promise<Subscriber> {
  const until = performance.now() + settleMs;
  for (;;) {
    const subscriber = await subscribers.of(req.userId);
    const problem = problemOf(subscriber, now(), readerLanguage(req, subscriber));
    if (problem === null && subscriber !== null) return subscriber;
    if (problem !== null && (!problem.passes || performance.now() > until)) throw problem.error;
    await pause(lookEveryMs);
  }
}

function problemOf(
  subscriber: Subscriber | null,
  now: Date,
  language: Language,
): { error: HttpError; passes: boolean } | null {
  const channel = subscriber?.channel;
  if (subscriber === null || channel === undefined) {
    return problem("WHATSAPP_NOT_CONNECTED", say("notConnected", language), false);
  }
  if (channel.verifiedAt === undefined) {
    const fresh = now.getTime() - channel.connectedAt.getTime() < freshMs;
    return problem("WHATSAPP_NOT_CONNECTED", say("notConfirmed", language), fresh);
  }
  if (optedOut(subscriber)) {
    return problem("WHATSAPP_NOT_CONNECTED", say("stoppedByPhone", language), false);
  }
  if (subscriber.preferences === undefined || subscriber.subscription === undefined) {
    return problem("SERVICE_UNAVAILABLE", say("notReady", language), true);
  }
  if (!isEntitled(subscriber, now)) {
    return problem("SUBSCRIPTION_REQUIRED", say("subscriptionRequired", language), false);
  }
  if (categoriesOf(subscriber).length === 0) {
    return problem("CONFLICT", say("noCategories", language), true);
  }
  return null;
}

const problem = (
  code: ConstructorParameters<typeof HttpError>[0],
  message: string,
  passes: boolean,
) => ({
  error: new HttpError(code, message),
  passes,
});

/** The delivery when it is over or waits for a tap, or its state at the deadline. */
async function outcome(id: string, { deliveries }: DeliverNewsDeps): Promise<Delivery | null> {
  const until = performance.now() + answerMs;
  for (;;) {
    const delivery = await deliveries.find(id);
    const settled = delivery === null || isOver(delivery.phase) || delivery.awaitingTap === true;
    if (settled || performance.now() > until) return delivery;
    await pause(lookEveryMs);
  }
}
