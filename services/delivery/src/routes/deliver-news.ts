import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ErrorCode, Language } from "@matinale/contracts";
import { nothing } from "@matinale/contracts/api";
import { body, HttpError, httpTexts, readerLanguage, router } from "@matinale/kit";
import type { Request, Router } from "express";
import type { Config } from "../config.ts";
import { type Delivery, isPartlySent } from "../domain/delivery/delivery.ts";
import { statusOf } from "../domain/delivery/history.ts";
import { planManual } from "../domain/schedule/plan-delivery.ts";
import { isOver } from "../domain/delivery/transitions.ts";
import {
  categoriesOf,
  isEntitled,
  languageOf,
  optedOut,
  type Subscriber,
} from "../domain/subscriber/subscriber.ts";
import { namesOf, reasons, siteText, type SiteTextName } from "../domain/conversation/wording.ts";
import { digestRequested } from "../events/digest-requested.ts";
import type { Deps } from "../application/deps.ts";

const hourMs = 3_600_000;
const answerMs = 25_000;
const pollEveryMs = 150;
/** Events of other services and messages from the phone may still be in transit: wait this long for them. */
const projectionWaitMs = 5_000;
/** A number connected this recently may still be confirmed by a START in transit; for an older one, answer at once. */
const recentlyConnectedMs = 8_000;

/** Sends a manual digest. The response waits until the provider has accepted it. */
export const deliverNewsRoutes = (
  { MANUAL_DELIVERIES_PER_HOUR }: Pick<Config, "MANUAL_DELIVERIES_PER_HOUR">,
  deps: Deps,
): Router =>
  router().post("/deliver-news", body(nothing), async (req, res) => {
    const { deliveries, now } = deps;
    const subscriber = await readySubscriber(req, deps);
    const language = readerLanguage(req, languageOf(subscriber));
    const since = new Date(now().getTime() - hourMs);
    if ((await deliveries.manualSince(req.userId, since)) >= MANUAL_DELIVERIES_PER_HOUR) {
      throw new HttpError("TOO_MANY_REQUESTS", siteText("tooManyDeliveries", language), {
        retryAfter: hourMs / 4_000,
      });
    }
    const plan = planManual(subscriber, randomUUID(), now());
    const outbox = digestRequested(plan);
    const inserted = await deliveries.insert([{ delivery: plan.delivery, outbox }]);
    if (inserted.length === 0)
      throw new HttpError("ALREADY_IN_PROGRESS", siteText("inProgress", language));

    const delivery = await awaitOutcome(plan.delivery._id, deps);
    // the account was deleted meanwhile
    if (delivery === null) throw new HttpError("UNAUTHENTICATED", httpTexts.signIn);
    if (statusOf(delivery) === "pending") {
      throw new HttpError("UPSTREAM_TIMEOUT", siteText("stillWorking", language));
    }
    if (delivery.reason === "nothing_new") {
      const message = siteText("nothingNew", language);
      return void res.json({ success: false, message, categories: [], articlesCount: 0 });
    }
    if (!isPartlySent(delivery)) {
      // the reader has changed it meanwhile, as another number: WhatsApp has refused nothing
      const isSkipped = delivery.phase === "skipped";
      const problem = isSkipped ? problemOf(await deps.subscribers.of(req.userId), now()) : null;
      if (problem !== null) throw errorOf(problem, language);
      const failure = Object.values(delivery.parts).find((part) => part.failure)?.failure;
      const reason = failure?.reason ?? delivery.reason ?? "refused";
      // the reason of a skip may have passed: a new number is confirmed by now
      throw new HttpError(isSkipped ? "CONFLICT" : "UPSTREAM_FAILED", reasons[reason][language]);
    }
    res.json({
      success: true,
      message: siteText(delivery.awaitingTap === true ? "announced" : "delivered", language),
      categories: namesOf(delivery.coveredCategories, language),
      articlesCount: delivery.stories,
    });
  });

/** The subscriber, once all projections that a digest needs have arrived. */
async function readySubscriber(req: Request, { subscribers, now }: Deps): Promise<Subscriber> {
  const until = performance.now() + projectionWaitMs;
  for (;;) {
    const subscriber = await subscribers.of(req.userId);
    const problem = problemOf(subscriber, now());
    if (problem === null && subscriber !== null) return subscriber;
    if (problem !== null && (!problem.mayPass || performance.now() > until)) {
      throw errorOf(problem, readerLanguage(req, languageOf(subscriber)));
    }
    await pause(pollEveryMs);
  }
}

interface Problem {
  code: ErrorCode;
  text: SiteTextName;
  /** An event or message in transit may solve it. */
  mayPass?: boolean;
}

const errorOf = ({ code, text }: Problem, language: Language) =>
  new HttpError(code, siteText(text, language));

function problemOf(subscriber: Subscriber | null, now: Date): Problem | null {
  const channel = subscriber?.channel;
  if (subscriber === null || channel === undefined) {
    return { code: "WHATSAPP_NOT_CONNECTED", text: "notConnected" };
  }
  if (channel.verifiedAt === undefined) {
    const mayPass = now.getTime() - channel.connectedAt.getTime() < recentlyConnectedMs;
    return { code: "WHATSAPP_NOT_CONNECTED", text: "notConfirmed", mayPass };
  }
  if (optedOut(subscriber)) return { code: "WHATSAPP_NOT_CONNECTED", text: "stoppedByPhone" };
  const { preferences, subscription } = subscriber;
  if (!preferences || !subscription)
    return { code: "SERVICE_UNAVAILABLE", text: "notReady", mayPass: true };
  if (!isEntitled(subscriber, now)) {
    return { code: "SUBSCRIPTION_REQUIRED", text: "subscriptionRequired" };
  }
  return categoriesOf(subscriber).length === 0
    ? { code: "CONFLICT", text: "noCategories", mayPass: true }
    : null;
}

/** The delivery when it is over or waits for a tap, or its state at the deadline. Null when it was erased. */
async function awaitOutcome(id: string, { deliveries }: Deps): Promise<Delivery | null> {
  const until = performance.now() + answerMs;
  for (;;) {
    const delivery = await deliveries.find(id);
    const isDecided = delivery === null || isOver(delivery.phase) || delivery.awaitingTap === true;
    if (isDecided || performance.now() > until) return delivery;
    await pause(pollEveryMs);
  }
}
