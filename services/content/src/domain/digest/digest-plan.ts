import type { CategorySlug, Language, Voice } from "@matinale/contracts";
import type { Story } from "@matinale/newsroom";
import { speakingSeconds } from "@matinale/newsroom/reading";
import type { Script } from "@matinale/newsroom/summary";
import type { DigestOrder, PartOfDay } from "../news.ts";
import { categoryName, wording } from "./wording.ts";

/** Something to say without a pause: one clip. */
export type Utterance = {
  text: string;
  language: Language;
  voice: Voice;
  /** A fixed sentence that every digest shares, worth keeping longer than the news. */
  standing: boolean;
};

export type DigestStory = { story: Story; script: Script };
type DigestChapter = { category: CategorySlug; stories: DigestStory[] };

/** The content of a digest. Its spoken and written words follow from this alone. */
export type Digest = {
  language: Language;
  voice: Voice;
  partOfDay: PartOfDay;
  chapters: DigestChapter[];
};

export const storiesOf = (digest: Pick<Digest, "chapters">): DigestStory[] =>
  digest.chapters.flatMap((chapter) => chapter.stories);

/**
 * What to say in the order in which it is needed most: without its fixed sentences there is no voice note, and the
 * first story of each chapter matters more than the second of any.
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

/** One clip of the voice note; `chapter` counts from 0, −1 before the first and after the last. */
export type AudioSegment = { utterance: Utterance; chapter: number; storyId: string | null };

/** The voice note from greeting to sign-off, clip by clip. A category without news says so. */
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

/** Seconds left for stories once everything that a digest says anyway is said. */
export function storySeconds(order: DigestOrder): number {
  const { language, voice, partOfDay } = order;
  const chapters = order.categories.map((category) => ({ category, stories: [] }));
  const fixed = audioSegments({ language, voice, partOfDay, chapters });
  const spoken = fixed.map(({ utterance }) => speakingSeconds(utterance.text.length, language));
  return order.maxSeconds - spoken.reduce((sum, seconds) => sum + seconds, 0);
}

/** The digest with fewer stories. A chapter that loses its last one goes: it is not one without news. */
export function withStories(digest: Digest, isKept: (story: DigestStory) => boolean): Digest {
  const chapters = digest.chapters.flatMap((chapter) => {
    const stories = chapter.stories.filter(isKept);
    return stories.length === 0 && chapter.stories.length > 0 ? [] : { ...chapter, stories };
  });
  return { ...digest, chapters };
}

/**
 * The digest without the stories for which there is no time, now that real lengths are known: the last chosen of the
 * longest chapter goes first, so every chapter keeps its first story as long as any has a second.
 *
 * @param secondsOf  length of a clip
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
