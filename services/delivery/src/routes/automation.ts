import { nothing } from "@matinale/contracts/api";
import { body, HttpError, readerLanguage, router } from "@matinale/kit";
import type { Request, Router } from "express";
import { returnText } from "../domain/conversation/conversation.ts";
import {
  isEntitled,
  isStopped,
  languageOf,
  optedOut,
  pausedPastEnd,
  pausedUntil,
  type Subscriber,
} from "../domain/subscriber/subscriber.ts";
import { type SiteTextName, siteText } from "../domain/conversation/wording.ts";
import { changeSubscriber } from "../application/change-subscriber.ts";
import type { Deps } from "../application/deps.ts";

/** Switches scheduled digests on and off. They are on once a number is connected. */
export function automationRoutes(deps: Deps): Router {
  const { subscribers, now } = deps;
  const status = (subscriber: Subscriber | null, req: Request) => {
    const { isRunning, waitsFor = null, message } = stateOf(subscriber, now());
    const language = readerLanguage(req, languageOf(subscriber));
    const until = subscriber && pausedUntil(subscriber, now());
    const date = subscriber && until && returnText(subscriber, until, now(), language);
    const disconnected = subscriber?.disconnected;
    return {
      isRunning,
      waitsFor,
      message: siteText(message, language).replace("{date}", date ?? ""),
      pausedUntil: until?.toISOString() ?? null,
      disconnected:
        disconnected === undefined
          ? null
          : { ...disconnected, message: siteText("disconnected", language) },
    };
  };

  return router()
    .get("/automation/status", async (req, res) => {
      res.json({ success: true, ...status(await subscribers.of(req.userId), req) });
    })
    .post("/automation/start", body(nothing), async (req, res) => {
      const subscriber = await subscribers.of(req.userId);
      const language = readerLanguage(req, languageOf(subscriber));
      if (subscriber?.channel === undefined) {
        throw new HttpError("WHATSAPP_NOT_CONNECTED", siteText("notConnected", language));
      }
      if (subscriber.subscription !== undefined && !isEntitled(subscriber, now())) {
        throw new HttpError("SUBSCRIPTION_REQUIRED", siteText("subscriptionRequired", language));
      }
      const after = await changeSubscriber(req.userId, deps, (current) => {
        // what the phone has stopped, only the phone starts again
        if (optedOut(current)) {
          throw new HttpError("WHATSAPP_NOT_CONNECTED", siteText("stoppedByPhone", language));
        }
        const { channel, stopped } = current;
        if (stopped === undefined || channel === undefined) return null;
        return { stopped: null, channel: { ...channel, startedOnSiteAt: now() } };
      });
      res.json({ success: true, ...status(after, req) });
    })
    .post("/automation/stop", body(nothing), async (req, res) => {
      await subscribers.ensure(req.userId);
      const after = await changeSubscriber(req.userId, deps, ({ stopped }) =>
        stopped === undefined || stopped.until !== undefined
          ? { stopped: { at: now(), by: "site" } }
          : null,
      );
      res.json({ success: true, ...status(after, req) });
    });
}

function stateOf(
  subscriber: Subscriber | null,
  now: Date,
): { isRunning: boolean; waitsFor?: "start" | "plan"; message: SiteTextName } {
  if (subscriber === null) return { isRunning: false, message: "notConnected" };
  if (optedOut(subscriber)) {
    return { isRunning: false, waitsFor: "start", message: "stoppedByPhone" };
  }
  if (pausedPastEnd(subscriber, now)) return { isRunning: false, message: "pausedPastEnd" };
  if (pausedUntil(subscriber, now) !== null) return { isRunning: false, message: "paused" };
  if (isStopped(subscriber, now)) return { isRunning: false, message: "stopped" };
  if (subscriber.channel === undefined) return { isRunning: false, message: "notConnected" };
  if (subscriber.subscription !== undefined && !isEntitled(subscriber, now)) {
    return { isRunning: false, waitsFor: "plan", message: "subscriptionRequired" };
  }
  return subscriber.channel.verifiedAt === undefined
    ? { isRunning: true, waitsFor: "start", message: "runningUnconfirmed" }
    : { isRunning: true, message: "running" };
}
