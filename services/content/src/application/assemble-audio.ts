import { counter, histogram } from "@matinale/kit";
import { mp3Ms, voiceNote, type ClipForm } from "@matinale/voice-note";
import { assembledAudioKey } from "../domain/content-keys.ts";
import {
  audioSegments,
  byUrgency,
  storiesOf,
  withStories,
  withinTime,
  type AudioSegment,
  type Digest,
  type Utterance,
} from "../domain/digest/digest-plan.ts";
import { SpeechError } from "../domain/speech.ts";
import type { MediaStore } from "../store/media.ts";
import type { AudioPart, AudioForm, AssembledAudioStore } from "../store/assembled-audio.ts";
import type { ClipSynthesiser, Deadline } from "./synthesise-clip.ts";

const composed = counter("content_digests_composed_total");
const joining = histogram("content_join_duration_seconds");

const hour = 60 * 60 * 1000;
/** Assembled audio expires before its media, so that the media it refers to exist. */
const assembledAudioMs = 24 * hour;
const mediaMs = 72 * hour;

const soundOf: Record<AudioForm, { mime: string; clips: ClipForm }> = {
  voice_note: { mime: "audio/ogg; codecs=opus", clips: "opus" },
  mp3: { mime: "audio/mpeg", clips: "mp3" },
};

/** `spoken` has the ids of its stories. `complete` is false when the clip of a story was missing. */
export type AssembledAudio = {
  parts: AudioPart[];
  spoken: ReadonlySet<string>;
  complete: boolean;
};

/** Assembles the audio of digests from clips. Equal digests share one result. */
export class AudioAssembler {
  readonly #clips: ClipSynthesiser;
  readonly #media: MediaStore;
  readonly #assembledAudio: AssembledAudioStore;
  readonly #assembling = new Map<string, Promise<AudioPart[]>>();

  constructor(clips: ClipSynthesiser, media: MediaStore, assembledAudio: AssembledAudioStore) {
    this.#clips = clips;
    this.#media = media;
    this.#assembledAudio = assembledAudio;
  }

  get live(): boolean {
    return this.#clips.live;
  }

  /**
   * Assembles the stories whose clips are ready at the deadline: a shorter voice note is better than none.
   *
   * @throws SpeechError when no story has a clip, or a fixed sentence has none
   */
  async assemble(
    digest: Digest,
    maxSeconds: number,
    form: AudioForm,
    deadline: Deadline,
  ): Promise<AssembledAudio> {
    const { clips, failure } = await this.#clips.gather(byUrgency(digest), deadline);
    const secondsOf = ({ utterance }: AudioSegment): number => {
      const durationMs = clips.get(this.#clips.keyOf(utterance));
      if (durationMs !== undefined) return durationMs / 1000;
      throw failure ?? new SpeechError("transient", "speech: not ready in time");
    };
    const has = new Set(
      audioSegments(digest).flatMap(({ storyId, utterance }) =>
        storyId !== null && clips.has(this.#clips.keyOf(utterance)) ? storyId : [],
      ),
    );
    const ready = withStories(digest, ({ script }) => has.has(script.storyId));
    const kept = withinTime(ready, maxSeconds, secondsOf);
    const spokenIds = new Set(storiesOf(kept).map(({ script }) => script.storyId));
    if (spokenIds.size === 0) {
      throw failure ?? new SpeechError("transient", "speech: not ready in time");
    }
    const spoken = audioSegments(kept);
    const key = assembledAudioKey(spoken.map(({ utterance }) => this.#clips.keyOf(utterance)));
    const lock = `${form}:${key}`;
    const parts =
      this.#assembling.get(lock) ??
      this.#join(key, form, spoken).finally(() => this.#assembling.delete(lock));
    this.#assembling.set(lock, parts);
    return {
      parts: await parts,
      spoken: spokenIds,
      complete: has.size === storiesOf(digest).length,
    };
  }

  /** The voice note of one text, without greeting and sign-off. @throws SpeechError when it is not ready at the deadline */
  async assembleText(utterance: Utterance, deadline: Deadline): Promise<AudioPart[]> {
    const { clips, failure } = await this.#clips.gather([utterance], deadline);
    const key = this.#clips.keyOf(utterance);
    if (!clips.has(key)) {
      throw failure ?? new SpeechError("transient", "speech: not ready in time");
    }
    const spoken = [{ utterance, chapter: 0, storyId: null }];
    return this.#join(assembledAudioKey([key]), "voice_note", spoken);
  }

  async #join(key: string, form: AudioForm, spoken: readonly AudioSegment[]): Promise<AudioPart[]> {
    const known = await this.#assembledAudio.of(key, form);
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
    const parts: AudioPart[] = [];
    for (const { bytes, durationMs } of files) {
      const mediaKey = await this.#media.put(bytes, mime, new Date(now + mediaMs));
      parts.push({ mediaKey, mime, bytes: bytes.length, durationMs });
    }
    await this.#assembledAudio.keep(key, form, parts, new Date(now + assembledAudioMs));
    composed.inc({ form, outcome: "composed" });
    return parts;
  }
}

const joinOpus = (spoken: readonly AudioSegment[], sound: readonly Uint8Array[]) =>
  voiceNote(sound.map((opus, index) => ({ opus, chapter: spoken[index]?.chapter ?? -1 })));

function joinMp3(sound: readonly Uint8Array[]) {
  const bytes = Buffer.concat(sound);
  return [{ bytes, durationMs: Math.round(mp3Ms(bytes.length)) }];
}
