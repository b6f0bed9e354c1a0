import { hasHeadlinesOnly } from "@matinale/newsroom/summary";
import { secondsInNote } from "@matinale/voice-note";
import type { DigestOrder } from "../news.ts";
import type { Weighted } from "./choose-stories.ts";
import { audioSegments, type Digest, type DigestStory, type Utterance } from "./digest-plan.ts";
import { inParts } from "./note-parts.ts";

export type Candidate = DigestStory & Pick<Weighted, "weight">;

/** When not all stories fit in full, this share of the time is for stories in full, the rest for briefs. */
const fullShare = 0.85;

/** An edition that fills less of its time than this has few stories to tell. */
const sparseShare = 0.5;

/** Whether a story has no sentence of its outlets: a denial or help line of ours may follow its headline. */
const hasOnlyHeadline = ({ story, script }: DigestStory): boolean =>
  script.line === "" || hasHeadlinesOnly(story);
const heaviestFirst = (stories: readonly Candidate[]): Candidate[] =>
  stories.toSorted(
    (one, other) =>
      Number(hasOnlyHeadline(one)) - Number(hasOnlyHeadline(other)) || other.weight - one.weight,
  );

/** The digest of these stories: chapters by weight, briefs, and the chosen categories without news. */
function arranged(
  full: readonly Candidate[],
  briefs: readonly Candidate[],
  order: DigestOrder,
): Digest {
  const { language, voice, partOfDay, localDate, nextEdition, categories } = order;
  const bare = ({ story, script }: Candidate): DigestStory => ({ story, script });
  const byCategory = Map.groupBy(heaviestFirst(full), ({ story }) => story.category);
  const withNews = new Set([...full, ...briefs].map(({ story }) => story.category));
  const inBrief = { category: "briefs" as const, stories: heaviestFirst(briefs).map(bare) };
  return {
    language,
    voice,
    partOfDay,
    localDate,
    nextEdition,
    chapters: [
      ...[...byCategory].map(([category, stories]) => ({ category, stories: stories.map(bare) })),
      ...(briefs.length === 0 ? [] : [inBrief]),
      ...categories
        .filter((category) => !withNews.has(category))
        .map((category) => ({ category, stories: [] })),
    ],
  };
}

type LengthOf = (utterance: Utterance) => number;

/**
 * Length of the voice note of a digest, with the introductions of its parts.
 *
 * @param announced  the length that the greeting says, in seconds
 * @param msOf       length of a clip
 */
export const noteSeconds = (digest: Digest, announced: number, msOf: LengthOf): number =>
  inParts(digest, audioSegments(digest, announced), msOf)
    .flat()
    .reduce((sum, { utterance, gap }) => sum + secondsInNote(msOf(utterance), gap), 0);

/** The stories that are chosen so far, and the seconds of their voice note. */
type Selection = { full: readonly Candidate[]; briefs: readonly Candidate[]; seconds: number };

const nothing: Selection = { full: [], briefs: [], seconds: 0 };

/**
 * Steps from one selection to the next. Each takes stories in their order, and leaves out those that do not fit: a story that
 * is too long for the rest does not block a shorter one.
 */
function stepsOf(order: DigestOrder, msOf: LengthOf, isSpoken: (utterance: Utterance) => boolean) {
  const { language, voice, maxSeconds } = order;
  const clipOf = (text: string) => ({ text, language, voice, standing: false });
  const lengthOf = (text: string) => msOf(clipOf(text)) / 1000;
  const isReady = (text: string) => isSpoken(clipOf(text));
  const has = ({ full, briefs }: Selection, story: Candidate) =>
    full.includes(story) || briefs.includes(story);

  /** The next selection when it fits, else the last one. @param added  seconds it adds at least: saves most exact sums */
  const ifItFits = (
    last: Selection,
    { full, briefs }: Omit<Selection, "seconds">,
    added: number,
    limit: number,
  ): Selection => {
    if (last.seconds + added > limit) return last;
    const seconds = noteSeconds(arranged(full, briefs, order), maxSeconds, msOf);
    return seconds <= limit ? { full, briefs, seconds } : last;
  };

  return {
    /** Adds stories in full, until the note has `limit` seconds. */
    addInFull: (selection: Selection, stories: readonly Candidate[], limit: number): Selection =>
      stories.reduce((last, story) => {
        const { spoken } = story.script;
        if (has(last, story) || !isReady(spoken)) return last;
        const next = { ...last, full: [...last.full, story] };
        return ifItFits(last, next, lengthOf(spoken), limit);
      }, selection),

    /** Adds briefs, of the stories that have one. */
    addBriefs: (
      selection: Selection,
      stories: readonly Candidate[],
      isAllowed: (story: Candidate, selection: Selection) => boolean,
    ): Selection =>
      stories.reduce((last, story) => {
        const { brief } = story.script;
        if (brief === undefined || has(last, story)) return last;
        if (!isReady(brief) || !isAllowed(story, last)) return last;
        const next = { ...last, briefs: [...last.briefs, story] };
        return ifItFits(last, next, lengthOf(brief), maxSeconds);
      }, selection),

    /** Makes these briefs stories in full. */
    speakInFull: (selection: Selection, briefs: readonly Candidate[]): Selection =>
      briefs.reduce((last, story) => {
        const { spoken, brief = "" } = story.script;
        if (!isReady(spoken)) return last;
        const others = last.briefs.filter((each) => each !== story);
        const next = { full: [...last.full, story], briefs: others };
        return ifItFits(last, next, lengthOf(spoken) - lengthOf(brief) - 1, maxSeconds);
      }, selection),
  };
}

/**
 * The edition: as many stories in full as fit, in the order of the candidates; when not all fit, the rest of the time is
 * for briefs. A story with only a headline is a brief, at most one; more when there is little else and their outlets allow
 * no more. When the news ends before the time does, briefs are spoken in full.
 *
 * @param candidates  in the order in which they are taken
 * @param hasMore     whether there are more stories than these candidates
 * @param msOf        length of a clip in milliseconds, real or estimated
 * @param isSpoken    whether this clip of a story may be spoken: false when it is too late to make it
 */
export function rundown(
  candidates: readonly Candidate[],
  order: DigestOrder,
  {
    hasMore,
    msOf,
    isSpoken = () => true,
  }: {
    hasMore: boolean;
    msOf: LengthOf;
    isSpoken?: ((utterance: Utterance) => boolean) | undefined;
  },
): Digest {
  const { maxSeconds } = order;
  const { addInFull, addBriefs, speakInFull } = stepsOf(order, msOf, isSpoken);
  const withSentence = candidates.filter((each) => !hasOnlyHeadline(each));
  const all = addInFull(nothing, withSentence, maxSeconds);
  const needsBriefs = hasMore || all.full.length < withSentence.length;
  const full = needsBriefs ? addInFull(nothing, withSentence, maxSeconds * fullShare) : all;
  const withBriefs = addBriefs(
    full,
    candidates,
    (story, { briefs }) => !hasOnlyHeadline(story) || !briefs.some(hasOnlyHeadline),
  );
  // where outlets allow no more than their headlines, these are better than next to nothing
  const isSparse = !hasMore && withBriefs.seconds < maxSeconds * sparseShare;
  const withHeadlines = isSparse
    ? addBriefs(withBriefs, candidates, ({ story }) => hasHeadlinesOnly(story))
    : withBriefs;
  const spokenInFull = hasMore
    ? withHeadlines
    : speakInFull(
        withHeadlines,
        withHeadlines.briefs.filter((each) => !hasOnlyHeadline(each)),
      );
  const filled = addInFull(spokenInFull, withSentence, maxSeconds);
  return arranged(filled.full, filled.briefs, order);
}
