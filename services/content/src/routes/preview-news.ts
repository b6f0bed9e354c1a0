import { HttpError, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import { choicesOf, previewDigest, type PreviewDeps } from "../application/preview-digest.ts";
import { digestLanguage, entitled } from "../domain/digest/preview-order.ts";
import { previewWording } from "../domain/digest/preview-wording.ts";
import type { PreviewStore } from "../store/previews.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

export type Previewing = PreviewDeps & {
  subscribers: SubscriberStore;
  previews: PreviewStore;
  maxPerHour: number;
};

/** A preview whose process crashed blocks the next one for its longest wait and this time. */
const lostAfterMs = 10_000;

/** The subscriber's digest of the last 24 hours, as text and audio for the browser. */
export const previewRoutes = (previewing: Previewing): Router =>
  router().get("/preview-news", async (req, res) => {
    const { subscribers, previews, maxPerHour, timeoutMs } = previewing;
    const busyMs = timeoutMs + lostAfterMs;
    const now = new Date();
    const subscriber = await choicesOf(subscribers, req.userId);
    const shownIn = readerLanguage(req, digestLanguage(subscriber));
    const words = previewWording[shownIn];
    if (!entitled(subscriber, now)) throw new HttpError("SUBSCRIPTION_REQUIRED", words.lapsed);
    if (subscriber.preferences?.categories.length === 0) {
      throw new HttpError("CONFLICT", words.noCategories);
    }
    const admission = await previews.begin(req.userId, maxPerHour, busyMs, now);
    if (!admission.allowed) {
      if (admission.why === "in_progress")
        throw new HttpError("ALREADY_IN_PROGRESS", words.inProgress);
      throw new HttpError("TOO_MANY_REQUESTS", words.tooMany, {
        retryAfter: admission.retryAfterSeconds,
      });
    }
    // ends the preview before the response is sent, so that the next request is not refused
    const answer = await previewDigest(previewing, subscriber, shownIn, now).finally(() =>
      previews.end(req.userId, admission.token, new Date()),
    );
    res.json(answer);
  });
