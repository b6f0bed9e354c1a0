import type { Language, Voice } from "@matinale/contracts";
import { counter, type Logger } from "@matinale/kit";
import type { Story } from "@matinale/newsroom";
import type { Script } from "@matinale/newsroom/summary";
import { alertText, spokenAlert } from "../domain/alerts/alert-text.ts";
import { SpeechError } from "../domain/speech.ts";
import { alertRaised, type AlertVersion } from "../events/alert-raised.ts";
import type { AlertStore, LeasedAlert } from "../store/alerts.ts";
import type { AudioPart } from "../store/media.ts";
import type { StoryStore } from "../store/stories.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import type { AudioAssembler } from "./assemble-audio.ts";
import type { ShortLinks } from "./shorten-links.ts";
import type { ScriptWriter } from "./write-script.ts";

/** Composed alerts, by outcome: published, unwanted (no subscriber wants it), failed, withdrawn. */
const outcomes = ["published", "unwanted", "failed", "withdrawn"] as const;
const composedAlerts = counter("content_alerts_composed_total", { outcome: outcomes });

/**
 * The voice notes must exist before the alert is this old, or it is published without them: of the three minutes since the fourth
 * report, a poll takes up to 132 s. Milliseconds.
 */
const voiceNoteMs = 30_000;
/** Milliseconds for the voices of one attempt, which are made at the same time. */
const speechMs = { min: 5_000, max: 20_000 };
/** An older alert is no news any more. Milliseconds. */
const newsMs = 10 * 60_000;
const retryMs = 5_000;

const ageOf = ({ detectedAt }: LeasedAlert): number => Date.now() - detectedAt.getTime();

export type AlertDeps = {
  alerts: Pick<AlertStore, "claim" | "finish" | "postpone">;
  stories: Pick<StoryStore, "one" | "areWithdrawn">;
  subscribers: Pick<SubscriberStore, "voicesOfAlerts">;
  scripts: Pick<ScriptWriter, "all">;
  /** Null without a speech provider: alerts are then text only. */
  audioAssembler: Pick<AudioAssembler, "assembleText"> | null;
  shortLinks: Pick<ShortLinks, "shorten">;
  logger: Logger;
};

/** Composes an alert once for all subscribers, in the languages and voices that they use, and publishes it. */
export async function composeAlert(alert: LeasedAlert, deps: AlertDeps): Promise<void> {
  const { alerts, logger } = deps;
  const { _id: alertId } = alert;
  const again = () => alerts.postpone(alert, new Date(Date.now() + retryMs));
  if (ageOf(alert) > newsMs) {
    logger.error({ alertId }, "an alert could not be composed in time");
    return finish(alert, "failed", [], deps);
  }
  try {
    if (await deps.stories.areWithdrawn(alert.storyIds)) {
      return await finish(alert, "withdrawn", [], deps);
    }
    const wanted = await deps.subscribers.voicesOfAlerts(alert.category, new Date());
    const composed = await Promise.all(
      [...wanted].map(([language, voices]) => versionOf(alert, language, voices, deps)),
    );
    const versions = composed.flatMap((version) => version ?? []);
    const lacksVoiceNote = versions.some(
      ({ language, notes }) => notes.length < (wanted.get(language)?.length ?? 0),
    );
    const canWait = deps.audioAssembler !== null && ageOf(alert) + retryMs < voiceNoteMs;
    if (lacksVoiceNote && canWait) return await again();
    await finish(alert, versions.length === 0 ? "unwanted" : "published", versions, deps);
  } catch (error) {
    logger.warn({ err: error, alertId }, "composing an alert failed, retrying");
    await again();
  }
}

async function finish(
  alert: LeasedAlert,
  outcome: (typeof outcomes)[number],
  versions: readonly AlertVersion[],
  { alerts, logger }: AlertDeps,
): Promise<void> {
  const events = versions.length === 0 ? [] : [alertRaised(alert, versions)];
  if (await alerts.finish(alert, outcome, events)) composedAlerts.inc({ outcome });
  else logger.warn({ alertId: alert._id }, "alert lease lost or alert withdrawn, result discarded");
}

/** @returns null when no outlet reports the event in this language */
async function versionOf(
  alert: LeasedAlert,
  language: Language,
  voices: readonly Voice[],
  deps: AlertDeps,
): Promise<AlertVersion | null> {
  const found = await Promise.all(alert.storyIds.map((id) => deps.stories.one(id, language)));
  const [story] = found
    .flatMap((each) => each ?? [])
    .toSorted((one, other) => other.sources.length - one.sources.length);
  if (story === undefined) return null;
  const script = (await deps.scripts.all([story], language, true)).get(story.id);
  if (script === undefined) return null;
  const notes = (
    await Promise.all(voices.map((voice) => noteOf(alert, { story, script }, voice, deps)))
  ).flatMap((note) => note ?? []);
  const articles = story.sources.map(({ url }) => url);
  const linkTo = await deps.shortLinks.shorten(articles, new Date());
  const text = alertText(story, script, notes.length > 0, linkTo);
  return { language, title: script.headline, text, notes };
}

async function noteOf(
  alert: LeasedAlert,
  { story, script }: { story: Story; script: Script },
  voice: Voice,
  { audioAssembler, logger }: AlertDeps,
): Promise<{ voice: Voice; audio: AudioPart[] } | null> {
  if (audioAssembler === null) return null;
  const { language } = script;
  const text = { text: spokenAlert(story, script), language, voice, standing: false };
  const ms = Math.min(speechMs.max, Math.max(speechMs.min, voiceNoteMs - ageOf(alert)));
  try {
    return { voice, audio: await audioAssembler.assembleText(text, { urgent: true, ms }) };
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    logger.warn({ err: error, alertId: alert._id, language, voice }, "an alert has no voice note");
    return null;
  }
}
