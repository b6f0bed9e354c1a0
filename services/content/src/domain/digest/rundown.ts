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
 * A step from one selection to the next: takes stories in their order, in full or as a brief, and leaves out those that do not
 * fit: a story that is too long for the rest does not block a shorter one. A brief that is taken in full is no brief any more.
 */
function stepOf(order: DigestOrder, msOf: LengthOf, isSpoken: (utterance: Utterance) => boolean) {
  const { language, voice, maxSeconds } = order;
  const clipOf = (text: string) => ({ text, language, voice, standing: false });
  const secondsOf = (text = "") => msOf(clipOf(text)) / 1000;
  return (
    selection: Selection,
    stories: readonly Candidate[],
    form: "spoken" | "brief",
    {
      limit = maxSeconds,
      isAllowed = () => true,
    }: { limit?: number; isAllowed?: (story: Candidate, selection: Selection) => boolean } = {},
  ): Selection =>
    stories.reduce((last, story) => {
      const text = story.script[form];
      const wasBrief = last.briefs.includes(story);
      if (text === undefined || last.full.includes(story) || !isSpoken(clipOf(text))) return last;
      if ((wasBrief && form === "brief") || !isAllowed(story, last)) return last;
      // the least that it adds: saves most exact sums
      const added = secondsOf(text) - (wasBrief ? secondsOf(story.script.brief) + 1 : 0);
      if (last.seconds + added > limit) return last;
      const [full, briefs] =
        form === "brief"
          ? [last.full, [...last.briefs, story]]
          : [[...last.full, story], last.briefs.filter((each) => each !== story)];
      const seconds = noteSeconds(arranged(full, briefs, order), maxSeconds, msOf);
      return seconds <= limit ? { full, briefs, seconds } : last;
    }, selection);
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
  const taking = stepOf(order, msOf, isSpoken);
  const withSentence = candidates.filter((each) => !hasOnlyHeadline(each));
  const all = taking(nothing, withSentence, "spoken");
  const needsBriefs = hasMore || all.full.length < withSentence.length;
  const full = needsBriefs
    ? taking(nothing, withSentence, "spoken", { limit: maxSeconds * fullShare })
    : all;
  const withBriefs = taking(full, candidates, "brief", {
    isAllowed: (story, { briefs }) => !hasOnlyHeadline(story) || !briefs.some(hasOnlyHeadline),
  });
  // where outlets allow no more than their headlines, these are better than next to nothing
  const isSparse = !hasMore && withBriefs.seconds < maxSeconds * sparseShare;
  const withHeadlines = isSparse
    ? taking(withBriefs, candidates, "brief", { isAllowed: ({ story }) => hasHeadlinesOnly(story) })
    : withBriefs;
  const rest = withSentence.filter((each) => !hasMore || !withBriefs.briefs.includes(each));
  const { full: inFull, briefs } = taking(withHeadlines, rest, "spoken");
  return arranged(inFull, briefs, order);
}
