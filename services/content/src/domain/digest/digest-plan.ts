import type { CategorySlug, Language, Voice } from "@matinale/contracts";
import type { Story } from "@matinale/newsroom";
import { speakingSeconds } from "@matinale/newsroom/reading";
import type { Script } from "@matinale/newsroom/summary";
import type { DigestOrder, PartOfDay } from "../news.ts";
import { categoryName, wording } from "./wording.ts";

/** A text to speak as one clip. */
export type Utterance = {
  text: string;
  language: Language;
  voice: Voice;
  /** A fixed sentence that all digests share; its clip is kept longer than those of the news. */
  standing: boolean;
};

export type DigestStory = { story: Story; script: Script };
type DigestChapter = { category: CategorySlug; stories: DigestStory[] };

/** The content of a digest, from which its text and its audio are made. */
export type Digest = {
  language: Language;
  voice: Voice;
  partOfDay: PartOfDay;
  /** "YYYY-MM-DD", or null when it is not known. */
  localDate: string | null;
  chapters: DigestChapter[];
};

export const storiesOf = (digest: Pick<Digest, "chapters">): DigestStory[] =>
  digest.chapters.flatMap((chapter) => chapter.stories);

/**
 * The utterances of a digest, the most important ones first: the fixed sentences, without which there is no voice note,
 * then the first story of each chapter, then the second ones, and so on.
 */
export function byUrgency(digest: Digest): Utterance[] {
  const rank = new Map(
    digest.chapters.flatMap(({ stories }) =>
      stories.map(({ script }, index) => [script.storyId, index + 1] as const),
    ),
  );
  const rankOf = ({ storyId }: AudioSegment) => (storyId === null ? 0 : (rank.get(storyId) ?? 0));
  return audioSegments(digest)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ utterance }) => utterance);
}

/** One clip of a voice note. `chapter` counts from 0; greeting and sign-off have −1. */
export type AudioSegment = { utterance: Utterance; chapter: number; storyId: string | null };

/** The clips of a voice note in order, from greeting to sign-off. A category without news has a sentence that says so. */
export function audioSegments(digest: Digest): AudioSegment[] {
  const { language, voice, partOfDay } = digest;
  const words = wording[language];
  const say = (text: string, chapter: number, storyId: string | null = null): AudioSegment => ({
    utterance: { text, language, voice, standing: storyId === null },
    chapter,
    storyId,
  });
  return [
    say(words.greeting[partOfDay], -1),
    ...digest.chapters.flatMap(({ category, stories }, chapter) =>
      stories.length === 0
        ? [say(`${categoryName(category, language)}. ${words.nothingHere}`, chapter)]
        : [
            say(`${categoryName(category, language)}.`, chapter),
            ...stories.map(({ script }) => say(script.spoken, chapter, script.storyId)),
          ],
    ),
    say(words.signOff[partOfDay], -1),
  ];
}

/** Seconds for stories: the length of the order minus its fixed sentences. */
export function storySeconds(order: DigestOrder): number {
  const chapters = order.categories.map((category) => ({ category, stories: [] }));
  const fixed = audioSegments({ ...order, chapters });
  const spoken = fixed.map(({ utterance }) =>
    speakingSeconds(utterance.text.length, order.language),
  );
  return order.maxSeconds - spoken.reduce((sum, seconds) => sum + seconds, 0);
}

/** The digest with only some stories. A chapter that loses all its stories is removed: its category did have news. */
export function withStories(digest: Digest, isKept: (story: DigestStory) => boolean): Digest {
  const chapters = digest.chapters.flatMap((chapter) => {
    const stories = chapter.stories.filter(isKept);
    return stories.length === 0 && chapter.stories.length > 0 ? [] : { ...chapter, stories };
  });
  return { ...digest, chapters };
}

/**
 * Shortens a digest to its time limit, by the real lengths of its clips. It removes the last story of the chapter with
 * most stories again and again, so a chapter loses its first story only when no chapter has a second.
 *
 * @param secondsOf  real length of a clip
 */
export function withinTime(
  digest: Digest,
  maxSeconds: number,
  secondsOf: (segment: AudioSegment) => number,
): Digest {
  let kept = digest;
  const length = () => audioSegments(kept).reduce((sum, segment) => sum + secondsOf(segment), 0);
  while (length() > maxSeconds) {
    const most = Math.max(...kept.chapters.map((chapter) => chapter.stories.length));
    const last = kept.chapters
      .findLast((chapter) => chapter.stories.length === most)
      ?.stories.at(-1);
    if (last === undefined) return kept;
    kept = withStories(kept, (story) => story !== last);
  }
  return kept;
}
