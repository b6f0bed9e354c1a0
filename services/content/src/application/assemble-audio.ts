import { counter, histogram } from "@matinale/kit";
import { clipKey, recordingKey } from "../domain/content-keys.ts";
import {
  breaths,
  byUrgency,
  storiesOf,
  telling,
  withinTime,
  type Breath,
  type Digest,
} from "../domain/digest/digest-plan.ts";
import { opusPreSkip, type ClipForm } from "../domain/sound/encoded.ts";
import { mp3Frames, mp3Ms } from "../domain/sound/mp3.ts";
import { voiceNote } from "../domain/sound/voice-note.ts";
import { SpeechError } from "../domain/sound/speech.ts";
import type { MediaStore } from "../store/media.ts";
import type { RecordedPart, RecordingForm, RecordingStore } from "../store/assembled-audio.ts";
import type { ClipMaker, Patience } from "./synthesise-clip.ts";

const composed = counter("content_digests_composed_total");
const joining = histogram("content_join_duration_seconds");

const hour = 60 * 60 * 1000;
/** A recording is forgotten before its media, so that what it names is there. */
const recordingMs = 24 * hour;
const mediaMs = 72 * hour;

const soundOf: Record<RecordingForm, { mime: string; clips: ClipForm }> = {
  voice_note: { mime: "audio/ogg; codecs=opus", clips: "opus" },
  mp3: { mime: "audio/mpeg", clips: "mp3" },
};

/** What was recorded; `complete` unless a story's clip was missing. */
export type Recorded = { parts: RecordedPart[]; complete: boolean };

/** Turns digests into sound out of clips that are made once. Equal digests share one recording. */
export class Recorder {
  readonly #clips: ClipMaker;
  readonly #media: MediaStore;
  readonly #recordings: RecordingStore;
  readonly #recording = new Map<string, Promise<RecordedPart[]>>();

  constructor(clips: ClipMaker, media: MediaStore, recordings: RecordingStore) {
    this.#clips = clips;
    this.#media = media;
    this.#recordings = recordings;
  }

  get live(): boolean {
    return this.#clips.live;
  }

  /**
   * Tells the stories whose clips are there in time: rather a shorter voice note than none.
   *
   * @throws SpeechError when not one story could be told
   */
  async record(
    digest: Digest,
    maxSeconds: number,
    form: RecordingForm,
    patience: Patience,
  ): Promise<Recorded> {
    const { clips, failure } = await this.#clips.gather(byUrgency(digest), patience);
    const secondsOf = ({ utterance }: Breath): number => {
      const durationMs = clips.get(clipKey(utterance));
      if (durationMs !== undefined) return durationMs / 1000;
      throw failure ?? new SpeechError("transient", "speech: not ready in time");
    };
    const has = new Set(
      breaths(digest).flatMap(({ storyId, utterance }) =>
        storyId !== null && clips.has(clipKey(utterance)) ? storyId : [],
      ),
    );
    const ready = telling(digest, ({ script }) => has.has(script.storyId));
    const kept = withinTime(ready, maxSeconds, secondsOf);
    if (storiesOf(kept).length === 0) {
      throw failure ?? new SpeechError("transient", "speech: not ready in time");
    }
    const spoken = breaths(kept);
    const key = recordingKey(spoken);
    const lock = `${form}:${key}`;
    const parts =
      this.#recording.get(lock) ??
      this.#join(key, form, spoken).finally(() => this.#recording.delete(lock));
    this.#recording.set(lock, parts);
    return { parts: await parts, complete: has.size === storiesOf(digest).length };
  }

  async #join(
    key: string,
    form: RecordingForm,
    spoken: readonly Breath[],
  ): Promise<RecordedPart[]> {
    const known = await this.#recordings.of(key, form);
    if (known !== null) {
      composed.inc({ form, outcome: "shared" });
      return known;
    }
    const { mime, clips } = soundOf[form];
    const utterances = spoken.map(({ utterance }) => utterance);
    const sound = await this.#clips.sound(utterances, clips);
    const end = joining.startTimer({ form });
    const files = form === "mp3" ? joinMp3(sound) : joinOpus(spoken, sound);
    end();
    const now = Date.now();
    const parts: RecordedPart[] = [];
    for (const { bytes, durationMs } of files) {
      const mediaKey = await this.#media.put(bytes, mime, new Date(now + mediaMs));
      parts.push({ mediaKey, mime, bytes: bytes.length, durationMs });
    }
    await this.#recordings.keep(key, form, parts, new Date(now + recordingMs));
    composed.inc({ form, outcome: "composed" });
    return parts;
  }
}

const joinOpus = (spoken: readonly Breath[], sound: readonly Uint8Array[]) =>
  voiceNote(
    sound.map((opus, index) => ({ opus, chapter: spoken[index]?.chapter ?? -1 })),
    opusPreSkip,
  );

function joinMp3(sound: readonly Uint8Array[]) {
  const bytes = Buffer.concat(sound);
  return [{ bytes, durationMs: Math.round(mp3Ms(mp3Frames(bytes))) }];
}
