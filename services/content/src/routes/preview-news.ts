import { HttpError, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import {
  choicesOf,
  previewDigest,
  previewMs,
  type PreviewDeps,
} from "../application/preview-digest.ts";
import { digestLanguage, entitled } from "../domain/digest/preview-order.ts";
import { previewWording } from "../domain/digest/preview-wording.ts";
import type { SingletonLeases } from "../store/singleton-leases.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

export type Previewing = PreviewDeps & {
  subscribers: SubscriberStore;
  /** Limits previews of a user to one at a time, on all replicas together. */
  leases: SingletonLeases;
};

/** A preview whose process crashed blocks the next one for its longest wait and this time. */
const lostAfterMs = 10_000;

/** The subscriber's digest of the last 24 hours, as text and audio for the browser. */
export const previewRoutes = (previewing: Previewing): Router =>
  router().get("/preview-news", async (req, res) => {
    const { subscribers, leases } = previewing;
    const now = new Date();
    const subscriber = await choicesOf(subscribers, req.userId);
    const shownIn = readerLanguage(req, digestLanguage(subscriber));
    const words = previewWording[shownIn];
    if (!entitled(subscriber, now)) throw new HttpError("SUBSCRIPTION_REQUIRED", words.lapsed);
    if (subscriber.preferences?.categories.length === 0) {
      throw new HttpError("CONFLICT", words.noCategories);
    }
    const held = await leases.claim(req.userId, previewMs + lostAfterMs, now);
    if (held === null) throw new HttpError("ALREADY_IN_PROGRESS", words.inProgress);
    // ends the preview before the response is sent, so that the next request is not refused
    const answer = await previewDigest(previewing, subscriber, shownIn, now).finally(() =>
      leases.release(held),
    );
    res.json(answer);
  });
