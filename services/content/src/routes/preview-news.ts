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
  mostAnHour: number;
};

/** A preview that crashed blocks the subscriber's next one until this long after the longest wait. */
const lostAfterMs = 10_000;

/** The subscriber's digest of the last 24 hours, to read and to hear in the browser. */
export const previewRoutes = (previewing: Previewing): Router =>
  router().get("/preview-news", async (req, res) => {
    const { subscribers, previews, mostAnHour, longestMs } = previewing;
    const busyMs = longestMs + lostAfterMs;
    const now = new Date();
    const subscriber = await choicesOf(subscribers, req.userId);
    const shownIn = readerLanguage(req, digestLanguage(subscriber));
    const words = previewWording[shownIn];
    if (!entitled(subscriber, now)) throw new HttpError("SUBSCRIPTION_REQUIRED", words.lapsed);
    if (subscriber.preferences?.categories.length === 0) {
      throw new HttpError("CONFLICT", words.noCategories);
    }
    const turn = await previews.begin(req.userId, mostAnHour, busyMs, now);
    if (!turn.allowed) {
      if (turn.why === "in_progress") throw new HttpError("ALREADY_IN_PROGRESS", words.inProgress);
      throw new HttpError("TOO_MANY_REQUESTS", words.tooMany, {
        retryAfter: turn.retryAfterSeconds,
      });
    }
    // ended before the response is sent, so that a request that follows it is not refused
    const answer = await previewDigest(previewing, subscriber, shownIn, now).finally(() =>
      previews.end(req.userId, turn.token, new Date()),
    );
    res.json(answer);
  });
