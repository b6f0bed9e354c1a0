import { body, HttpError, router } from "@matinale/kit";
import type { UserId } from "@matinale/contracts";
import type { Router } from "express";
import { type ChoicesPatch, choicesPatch, knownZone } from "../domain/choices.ts";
import { choicesOf, hoursOf } from "../domain/subscriber.ts";
import type { Subscriber } from "../domain/subscriber.ts";
import { unknownZone } from "../domain/texts.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** `trialEndsAt` is null until billing has told of the trial. */
const present = (subscriber: Subscriber) => ({
  ...choicesOf(subscriber),
  trialEndsAt: subscriber.subscription?.trialEndsAt ?? null,
});

export function preferencesRoutes(subscribers: SubscriberStore): Router {
  const checked = async (patch: ChoicesPatch, userId: UserId): Promise<ChoicesPatch> => {
    if (patch.timezone === undefined) return patch;
    const timezone = knownZone(patch.timezone);
    if (timezone !== undefined) return { ...patch, timezone };
    const { language } = choicesOf(await subscribers.of(userId));
    throw new HttpError("VALIDATION_FAILED", unknownZone, { language });
  };

  return router()
    .get("/user/preferences", async (req, res) => {
      res.json(present(await subscribers.of(req.userId)));
    })
    .patch("/user/preferences", body(choicesPatch), async (req, res) => {
      const patch = await checked(req.body, req.userId);
      res.json(present(await subscribers.choose(req.userId, patch)));
    })
    .get("/user/delivery-hours", async (req, res) => {
      res.json({ deliveryHours: hoursOf(await subscribers.of(req.userId)) });
    })
    .get("/me", async (req, res) => {
      res.json({ language: choicesOf(await subscribers.of(req.userId)).language });
    });
}
