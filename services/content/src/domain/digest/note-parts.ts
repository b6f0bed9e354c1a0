import { secondsInNote } from "@matinale/voice-note";
import { audioSegment, type AudioSegment, type Digest, type Utterance } from "./digest-plan.ts";
import { spokenWording } from "./spoken-wording.ts";

/** The longest voice note that WhatsApp shows with a play button has a few seconds more. */
const maxPartSeconds = 305;
/** A part ends with a chapter rather than inside it when that is at most this much less balanced. */
const chapterSeconds = 15;
/** Silence after the introduction of a part. */
const introductionGap = 0.4;

/** Whether a part may begin here: with a chapter, or with a story after another one. */
const canBegin = (segments: readonly AudioSegment[], index: number): boolean =>
  index > 1 &&
  (isChapterMark(segments[index]) ||
    (segments[index]?.storyId !== null && segments[index - 1]?.storyId !== null));
const isChapterMark = (segment: AudioSegment | undefined): boolean =>
  segment !== undefined && "mark" in segment.utterance && segment.category !== null;

/**
 * Divides a note that is too long for one file into parts of nearly equal length, each with an introduction that names its
 * chapters. A part ends with a story, and the sign-off stays with the last one.
 *
 * @param msOf  length of a clip in milliseconds
 */
export function inParts(
  { language, voice }: Pick<Digest, "language" | "voice">,
  segments: readonly AudioSegment[],
  msOf: (utterance: Utterance) => number,
): AudioSegment[][] {
  const ends: number[] = [];
  let total = 0;
  for (const { utterance, gap } of segments) {
    ends.push((total += secondsInNote(msOf(utterance), gap)));
  }
  const count = Math.ceil(total / maxPartSeconds);
  const cuts = Array.from({ length: count - 1 }, (_, number) => {
    const ideal = (total * (number + 1)) / count;
    const distance = (index: number) =>
      Math.abs((ends[index - 1] ?? 0) - ideal) -
      (isChapterMark(segments[index]) ? chapterSeconds : 0);
    const [nearest] = [...segments.keys()]
      .filter((index) => canBegin(segments, index))
      .toSorted((one, other) => distance(one) - distance(other));
    return nearest ?? segments.length;
  });
  return [0, ...cuts].map((from, number) => {
    const part = segments.slice(from, cuts[number]);
    if (number === 0) return part;
    const categories = new Set(part.flatMap(({ category }) => category ?? []));
    const text = spokenWording[language].part(number + 1, [...categories]);
    return [
      audioSegment({ text, language, voice, standing: true }, 0, { optional: "other" }),
      ...part.map((each, at) => (at > 0 ? each : { ...each, gap: introductionGap })),
    ];
  });
}
