import { setTimeout as pause } from "node:timers/promises";
import type { Language, PlanLimits, UserId } from "@matinale/contracts";
import { digestTexts } from "../domain/digest/digest-text.ts";
import { previewOrder } from "../domain/digest/preview-order.ts";
import { previewWording } from "../domain/digest/preview-wording.ts";
import { categoryName, wording } from "../domain/digest/wording.ts";
import { mediaLink } from "../domain/media/media-link.ts";
import type { Subscriber, SubscriberStore } from "../store/subscribers.ts";
import type { DigestComposer } from "./compose-digest.ts";

export type PreviewDeps = {
  composer: DigestComposer;
  brand: string;
  /** Limits of a subscriber whose subscription is not known yet. */
  trial: PlanLimits;
  mediaSecret: string;
};

/** Longest wait for the text and the audio of a preview. The gateway waits 30 s. Milliseconds. */
export const previewMs = 20_000;
const linkMs = 30 * 60_000;
/** A choice arrives by event, a moment after it is made: empty categories are read again for this many milliseconds. */
const arrivalMs = 1_500;
const pollMs = 100;

/** The subscriber, after a short wait when their categories are not known yet. */
export async function choicesOf(subscribers: SubscriberStore, id: UserId): Promise<Subscriber> {
  for (let waited = 0; ; waited += pollMs) {
    const subscriber = (await subscribers.document(id)) ?? { _id: id };
    const chosen = subscriber.preferences?.categories.length ?? 0;
    if (chosen > 0 || waited >= arrivalMs) return subscriber;
    await pause(pollMs);
  }
}

/** The digest of the last 24 hours for the browser, in the subscriber's language. @param shownIn  language of the page */
export async function previewDigest(
  { composer, brand, trial, mediaSecret }: PreviewDeps,
  subscriber: Subscriber,
  shownIn: Language,
  now: Date,
) {
  const order = previewOrder(subscriber, trial, now);
  const { language } = order;
  const { digest, audio, missing, simulated } = await composer.compose(order, "mp3", {
    ms: previewMs,
    urgent: true,
  });
  const words = previewWording[shownIn];
  const preview = {
    success: true,
    language,
    voiceGender: order.voice,
    categories: order.categories.map((category) => categoryName(category, shownIn)),
    // summaries without AI are not simulated: a real edition has them, too
    simulationMode: simulated.some((part) => part !== "summaries"),
    simulationNote: simulated.map((part) => words.simulated[part]).join(" ") || null,
  };
  if (missing === "nothing_new") {
    const content = wording[language].nothingNew;
    return { ...preview, message: words.nothingNew, audioUrl: null, durationMs: 0, content };
  }
  const [file] = audio;
  const expires = new Date(now.getTime() + linkMs);
  const linkTo = (url: string) => url;
  const texts = digestTexts(digest, { audio, missing, brand, format: "plain", linkTo });
  return {
    ...preview,
    message: missing === "" ? words.ready : words.withoutVoice[missing],
    audioUrl: file === undefined ? null : mediaLink(file.mediaKey, expires, mediaSecret),
    durationMs: file?.durationMs ?? 0,
    content: texts.join("\n\n"),
  };
}
