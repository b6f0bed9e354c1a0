import { setTimeout as pause } from "node:timers/promises";
import type { Language, UserId } from "@matinale/contracts";
import { HttpError, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import { digestTexts } from "../domain/digest/digest-text.ts";
import { mediaLink } from "../domain/media/media-link.ts";
import { entitled, languageOf, previewOrder } from "../domain/digest/preview-order.ts";
import { previewWording } from "../domain/digest/preview-wording.ts";
import { categoryName, wording } from "../domain/digest/wording.ts";
import type { DigestComposer } from "../application/compose-digest.ts";
import type { PreviewStore } from "../store/previews.ts";
import type { Subscriber, SubscriberStore } from "../store/subscribers.ts";

export type Previewing = {
  subscribers: SubscriberStore;
  previews: PreviewStore;
  composer: DigestComposer;
  mediaSecret: string;
  mostAnHour: number;
  /** What is not there after so many milliseconds is left out. */
  longestMs: number;
};

/** After so much longer than the longest wait, a preview that never ended does not stand in the next one's way. */
const lostAfterMs = 10_000;
const linkMs = 30 * 60_000;
/** A choice just made travels by event; one that seems empty is looked at again for this long. */
const arrivalMs = 1_500;
const pollMs = 100;

async function choicesOf(subscribers: SubscriberStore, id: UserId): Promise<Subscriber> {
  for (let waited = 0; ; waited += pollMs) {
    const subscriber = (await subscribers.of(id)) ?? { _id: id };
    const chosen = subscriber.preferences?.categories.length ?? 0;
    if (chosen > 0 || waited >= arrivalMs) return subscriber;
    await pause(pollMs);
  }
}

/** @param shownIn language of the page around the digest, which is in the subscriber's own */
async function preview(
  previewing: Previewing,
  subscriber: Subscriber,
  shownIn: Language,
  now: Date,
) {
  const { composer, mediaSecret, longestMs } = previewing;
  const order = previewOrder(subscriber, now);
  const { language } = order;
  const composition = await composer.compose(order, "mp3", { ms: longestMs, urgent: true });
  const words = previewWording[shownIn];
  const [recorded] = composition.outcome === "composed" ? composition.audio : [];
  const note = composition.simulated.map((part) => words.simulated[part]).join(" ");
  const missing = composition.outcome === "composed" ? composition.missing : "";
  return {
    success: true,
    message:
      composition.outcome === "nothing_new"
        ? words.nothingNew
        : missing === ""
          ? words.ready
          : words.withoutVoice[missing],
    language,
    voiceGender: order.voice,
    categories: order.categories.map((category) => categoryName(category, shownIn)),
    audioUrl:
      recorded === undefined
        ? null
        : mediaLink(recorded.mediaKey, new Date(now.getTime() + linkMs), mediaSecret),
    durationMs: recorded?.durationMs ?? 0,
    simulationMode: composition.simulated.length > 0,
    simulationNote: note === "" ? null : note,
    content:
      composition.outcome === "nothing_new"
        ? wording[language].nothingNew
        : digestTexts(composition.digest, {
            missing,
            partial: !composition.complete,
            format: "plain",
          }).join("\n\n"),
  };
}

/** The subscriber's digest of the last 24 hours, to read and to hear in the browser. */
export const previewRoutes = (previewing: Previewing): Router =>
  router().get("/preview-news", async (req, res) => {
    const { subscribers, previews, mostAnHour, longestMs } = previewing;
    const busyMs = longestMs + lostAfterMs;
    const now = new Date();
    const subscriber = await choicesOf(subscribers, req.userId);
    const shownIn = readerLanguage(req, languageOf(subscriber));
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
    // over before the answer is out, so that whoever asks again on hearing it is let in
    const answer = await preview(previewing, subscriber, shownIn, now).finally(() =>
      previews.end(req.userId, turn.token, new Date()),
    );
    res.json(answer);
  });
