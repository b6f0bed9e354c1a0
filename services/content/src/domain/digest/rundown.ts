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

/**
 * The edition: as many stories in full as fit, in the order of the candidates; when not all fit, the rest of the time is
 * for briefs. A story with only a headline is a brief, at most one; more when there is little else and their outlets allow
 * no more. When the news ends before the time does, briefs are spoken in full. A story that is too long for the rest does not
 * block a shorter one.
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
  const { language, voice, maxSeconds } = order;
  let full: Candidate[] = [];
  let briefs: Candidate[] = [];
  let seconds = 0;
  const clipOf = (text: string) => ({ text, language, voice, standing: false });
  const lengthOf = (text: string) => msOf(clipOf(text)) / 1000;
  const isReady = (text: string) => isSpoken(clipOf(text));
  /** Takes these stories when they fit. @param added  seconds that they add at least: saves most exact sums */
  const take = (nextFull: Candidate[], nextBriefs: Candidate[], added: number, limit: number) => {
    if (seconds + added > limit) return;
    const next = noteSeconds(arranged(nextFull, nextBriefs, order), maxSeconds, msOf);
    if (next <= limit) [full, briefs, seconds] = [nextFull, nextBriefs, next];
  };
  const tellable = candidates.filter((each) => !hasOnlyHeadline(each));
  const tell = (limit: number) => {
    for (const each of tellable) {
      if (full.includes(each) || briefs.includes(each) || !isReady(each.script.spoken)) continue;
      take([...full, each], briefs, lengthOf(each.script.spoken), limit);
    }
  };
  tell(maxSeconds);
  if (hasMore || full.length < tellable.length) {
    [full, seconds] = [[], 0];
    tell(maxSeconds * fullShare);
  }
  const tellBriefly = (isAllowed: (story: Candidate) => boolean) => {
    for (const each of candidates) {
      const { brief } = each.script;
      if (full.includes(each) || briefs.includes(each) || brief === undefined) continue;
      if (isReady(brief) && isAllowed(each))
        take(full, [...briefs, each], lengthOf(brief), maxSeconds);
    }
  };
  tellBriefly((each) => !hasOnlyHeadline(each) || !briefs.some(hasOnlyHeadline));
  // where outlets allow no more than their headlines, these are better than next to nothing
  const isSparse = !hasMore && seconds < maxSeconds * sparseShare;
  if (isSparse) tellBriefly(({ story }) => hasHeadlinesOnly(story));
  for (const each of hasMore ? [] : briefs.filter((story) => !hasOnlyHeadline(story))) {
    const { spoken, brief = "" } = each.script;
    if (!isReady(spoken)) continue;
    const others = briefs.filter((story) => story !== each);
    take([...full, each], others, lengthOf(spoken) - lengthOf(brief) - 1, maxSeconds);
  }
  tell(maxSeconds);
  return arranged(full, briefs, order);
}
