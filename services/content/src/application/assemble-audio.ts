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

export type AudioAssembler = ReturnType<typeof audioAssembler>;

/** Joins clips into the files of digests and alerts. */
export function audioAssembler(clips: ClipSynthesiser, media: MediaStore) {
  const speak: ClipSynthesiser["gather"] = (...wanted) => clips.gather(...wanted);

  async function fileOf(form: AudioForm, part: readonly AudioSegment[], lengths: ClipLengths) {
    const clipForm = form === "mp3" ? "mp3" : formOf(secondsOf(part, lengths));
    const utterances = part.map(({ utterance }) => utterance);
    const bytes = await clips.bytes(utterances, clipForm);
    const end = joining.startTimer({ form });
    const spoken = bytes.map((each, at) => ({ bytes: each, gap: part[at]?.gap ?? 0 }));
    const file = form === "mp3" ? mp3File(spoken) : voiceNote(spoken);
    end();
    return file;
  }

  async function join(
    form: AudioForm,
    parts: readonly (readonly AudioSegment[])[],
    lengths: ClipLengths,
  ): Promise<AudioPart[]> {
    const mime = mimeOf[form];
    const expiresAt = new Date(Date.now() + mediaMs);
    const files: AudioPart[] = [];
    for (const part of parts) {
      const { bytes, durationMs } = await fileOf(form, part, lengths);
      const mediaKey = await media.put(bytes, mime, expiresAt);
      files.push({ mediaKey, mime, bytes: bytes.length, durationMs });
    }
    composed.inc({ form });
    return files;
  }

  return {
    speak,

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
      const all = planned.flat();
      const failure = await speak(
        all.map(({ utterance }) => utterance),
        lengths,
        deadline,
      );
      const isLate = ({ optional, utterance }: AudioSegment) =>
        optional === undefined && !lengths.has(utterance);
      if (storiesOf(spoken).length === 0 || all.some(isLate)) {
        throw failure ?? new SpeechError("transient", "speech: not ready in time");
      }
      const parts = await join(form, audible(planned, lengths, maxSeconds), lengths);
      return { parts, spokenStories: ready };
    },

    /** The voice note of one text, without greeting and sign-off. @throws SpeechError when it is not ready at the deadline */
    async assembleText(text: SpokenText, deadline: Deadline): Promise<AudioPart[]> {
      const lengths = new ClipLengths();
      const failure = await speak([text], lengths, deadline);
      if (!lengths.has(text)) {
        throw failure ?? new SpeechError("transient", "speech: not ready in time");
      }
      return join("voice_note", [[audioSegment(text, 0)]], lengths);
    },
  };
}

const secondsOf = (segments: readonly AudioSegment[], lengths: ClipLengths): number =>
  segments.reduce((sum, { utterance, gap }) => sum + secondsInNote(lengths.ms(utterance), gap), 0);

/** The parts without the optional clips that are late, and without the sentences about the note when it would be too long. */
function audible(
  parts: readonly (readonly AudioSegment[])[],
  lengths: ClipLengths,
  maxSeconds: number,
): AudioSegment[][] {
  const isLate = ({ utterance }: AudioSegment) => !lengths.has(utterance);
  const incomplete = new Set(parts.flat().flatMap((each) => (isLate(each) ? each.optional : [])));
  incomplete.delete("other");
  const kept = parts.map((part) =>
    part.filter((each) => !isLate(each) && !incomplete.has(each.optional)),
  );
  const short =
    secondsOf(kept.flat(), lengths) <= maxSeconds
      ? kept
      : kept.map((part) => part.filter(({ optional }) => optional !== "other"));
  return short.map((part) => part.map((each, at) => (at === 0 ? { ...each, gap: 0 } : each)));
}
