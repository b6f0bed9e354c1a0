import { counter, histogram } from "@matinale/kit";
import { formOf, mp3File, secondsInNote, voiceNote } from "@matinale/voice-note";
import { ClipLengths } from "../domain/digest/clip-lengths.ts";
import {
  audioSegment,
  audioSegments,
  storiesOf,
  withStories,
  type AudioSegment,
  type Digest,
  type SpokenText,
  type Utterance,
} from "../domain/digest/digest-plan.ts";
import { inParts } from "../domain/digest/note-parts.ts";
import { noteSeconds } from "../domain/digest/rundown.ts";
import { SpeechError } from "../domain/speech.ts";
import type { AudioForm, AudioPart, MediaStore } from "../store/media.ts";
import type { ClipSynthesiser, Deadline } from "./synthesise-clip.ts";

const composed = counter("content_digests_composed_total");
const joining = histogram("content_join_duration_seconds");

const mediaMs = 72 * 60 * 60 * 1000;

const mimeOf: Record<AudioForm, string> = {
  voice_note: "audio/ogg; codecs=opus",
  mp3: "audio/mpeg",
};

export class AudioAssembler {
  readonly #clips: ClipSynthesiser;
  readonly #media: MediaStore;

  constructor(clips: ClipSynthesiser, media: MediaStore) {
    this.#clips = clips;
    this.#media = media;
  }

  get live(): boolean {
    return this.#clips.live;
  }

  /** As `gather` of `ClipSynthesiser`. */
  speak(
    utterances: readonly Utterance[],
    lengths: ClipLengths,
    deadline: Deadline,
  ): Promise<SpeechError | null> {
    return this.#clips.gather(utterances, lengths, deadline);
  }

  /**
   * Assembles the stories whose clips are ready: a shorter voice note is better than none. Sentences about the note itself
   * are spoken last, when its stories and its length are known.
   *
   * @returns the files, and the ids of the stories in them
   * @throws SpeechError when no story has a clip, or a fixed sentence has none
   */
  async assemble(
    digest: Digest,
    maxSeconds: number,
    lengths: ClipLengths,
    { form, deadline }: { form: AudioForm; deadline: Deadline },
  ): Promise<{ parts: AudioPart[]; spokenStories: ReadonlySet<string> }> {
    const msOf = (utterance: Utterance) => lengths.ms(utterance);
    const ready = new Set(
      audioSegments(digest, 0).flatMap(({ storyId, utterance }) =>
        lengths.has(utterance) ? (storyId ?? []) : [],
      ),
    );
    const spoken = withStories(digest, ({ story }) => ready.has(story.id));
    const segments = audioSegments(spoken, noteSeconds(spoken, maxSeconds, msOf));
    const planned = form === "mp3" ? [segments] : inParts(spoken, segments, msOf);
    const utterances = planned.flat().map(({ utterance }) => utterance);
    const failure = await this.speak(utterances, lengths, deadline);
    if (
      storiesOf(spoken).length === 0 ||
      planned.flat().some((each) => each.optional === undefined && !lengths.has(each.utterance))
    ) {
      throw failure ?? new SpeechError("transient", "speech: not ready in time");
    }
    const parts = await this.#join(form, audible(planned, lengths, maxSeconds), lengths);
    return { parts, spokenStories: ready };
  }

  /** The voice note of one text, without greeting and sign-off. @throws SpeechError when it is not ready at the deadline */
  async assembleText(text: SpokenText, deadline: Deadline): Promise<AudioPart[]> {
    const lengths = new ClipLengths();
    const failure = await this.speak([text], lengths, deadline);
    if (!lengths.has(text)) {
      throw failure ?? new SpeechError("transient", "speech: not ready in time");
    }
    return this.#join("voice_note", [[audioSegment(text, 0)]], lengths);
  }

  async #join(
    form: AudioForm,
    parts: readonly (readonly AudioSegment[])[],
    lengths: ClipLengths,
  ): Promise<AudioPart[]> {
    const mime = mimeOf[form];
    const now = Date.now();
    const files: AudioPart[] = [];
    for (const part of parts) {
      const { bytes, durationMs } = await this.#file(form, part, lengths);
      const mediaKey = await this.#media.put(bytes, mime, new Date(now + mediaMs));
      files.push({ mediaKey, mime, bytes: bytes.length, durationMs });
    }
    composed.inc({ form });
    return files;
  }

  async #file(form: AudioForm, part: readonly AudioSegment[], lengths: ClipLengths) {
    const clipForm = form === "mp3" ? "mp3" : formOf(secondsOf(part, lengths));
    const utterances = part.map(({ utterance }) => utterance);
    const clips = await this.#clips.bytes(utterances, clipForm);
    const end = joining.startTimer({ form });
    const spoken = clips.map((bytes, at) => ({ bytes, gap: part[at]?.gap ?? 0 }));
    const file = form === "mp3" ? mp3File(spoken) : voiceNote(spoken);
    end();
    return file;
  }
}

const secondsOf = (segments: readonly AudioSegment[], lengths: ClipLengths): number =>
  segments.reduce((sum, { utterance, gap }) => sum + secondsInNote(lengths.ms(utterance), gap), 0);

/**
 * The parts without the optional clips that are late: all headlines when one is, a chapter's mark with its line, and
 * without the sentences about the note when it would be too long with them.
 */
function audible(
  parts: readonly (readonly AudioSegment[])[],
  lengths: ClipLengths,
  maxSeconds: number,
): AudioSegment[][] {
  const all = parts.flat();
  const hasHeadlines = all.every(
    ({ optional, utterance }) => optional !== "headline" || lengths.has(utterance),
  );
  const withoutLine = new Set(
    all
      .filter(({ optional, utterance }) => optional === "chapter" && !lengths.has(utterance))
      .map(({ category }) => category),
  );
  const kept = parts.map((part) =>
    part.filter(
      ({ optional, utterance, category }) =>
        lengths.has(utterance) &&
        (optional !== "headline" || hasHeadlines) &&
        (optional !== "chapter" || !withoutLine.has(category)),
    ),
  );
  const short =
    secondsOf(kept.flat(), lengths) <= maxSeconds
      ? kept
      : kept.map((part) => part.filter(({ optional }) => optional !== "other"));
  return short.map((part) => part.map((each, at) => (at === 0 ? { ...each, gap: 0 } : each)));
}
