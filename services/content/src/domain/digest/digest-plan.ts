import type { CategorySlug, Language, Voice } from "@matinale/contracts";
import type { Story } from "@matinale/newsroom";
import { asSentence, insideSentence, type Script } from "@matinale/newsroom/summary";
import type { SoundMark } from "@matinale/voice-note";
import type { DigestOrder } from "../news.ts";
import { longDate } from "./long-date.ts";
import { saidNextEdition, spokenWording } from "./spoken-wording.ts";

/** A text to speak as one clip. */
export type SpokenText = {
  text: string;
  language: Language;
  voice: Voice;
  /** A fixed sentence that many digests share; its clip is kept longer than those of the news. */
  standing: boolean;
};

/** What one clip holds. */
export type Utterance = SpokenText | { mark: SoundMark };

export type DigestStory = { story: Story; script: Script };
/** `briefs`: the stories of one sentence, of all categories. */
export type DigestChapter = { category: CategorySlug | "briefs"; stories: DigestStory[] };

/** The content of a digest, from which its text and its audio are made. */
export type Digest = Pick<
  DigestOrder,
  "language" | "voice" | "partOfDay" | "localDate" | "nextEdition"
> & {
  /**
   * The chapter with the heaviest story first, so the first story is the lead; then the briefs. A chosen category without
   * news is an empty chapter at the end.
   */
  chapters: DigestChapter[];
  /** Ids of the stories in the voice note; absent without one. */
  spokenStories?: ReadonlySet<string>;
};

/** The stories of a digest in the order of the rundown. */
export const storiesOf = (digest: Pick<Digest, "chapters">): DigestStory[] =>
  digest.chapters.flatMap((chapter) => chapter.stories);

/** The digest with only some stories. A chapter that loses all its stories is removed: its category did have news. */
export function withStories(digest: Digest, isKept: (story: DigestStory) => boolean): Digest {
  const chapters = digest.chapters.flatMap((chapter) => {
    const stories = chapter.stories.filter(isKept);
    return stories.length === 0 && chapter.stories.length > 0 ? [] : { ...chapter, stories };
  });
  return { ...digest, chapters };
}

/** Seconds between the words of two clips. */
const gaps = {
  sentence: 0.35,
  heading: 0.4,
  story: 0.8,
  chapter: 1.2,
  /** On both sides of the chapter mark: with its 0.4 s the pause of a chapter. */
  mark: 0.4,
};

/** One clip of a voice note. */
export type AudioSegment = {
  utterance: Utterance;
  /** Seconds of silence before its words. */
  gap: number;
  storyId: string | null;
  /** The chapter of the clip; null for what comes before the first and after the last. */
  category: DigestChapter["category"] | null;
  /** Left out of the voice note when its clip is late: all headlines together, and a chapter's mark with its line. */
  optional?: "headline" | `chapter ${string}` | "other";
};

/** A clip outside of stories and chapters, unless `rest` names them. */
export const audioSegment = (
  utterance: Utterance,
  gap: number,
  rest: Partial<AudioSegment> = {},
): AudioSegment => ({ utterance, gap, storyId: null, category: null, ...rest });

/** Below this number of stories the headlines would only repeat them. */
const fewestForHeadlines = 4;
const maxHeadlines = 3;

/**
 * The stories whose headlines open the edition: the first of each chapter, then more of the first. A story that needs more
 * than one sentence, such as an accusation with its denial, has none.
 */
function headlines(digest: Digest): string[] {
  const { language } = digest;
  if (storiesOf(digest).length < fewestForHeadlines) return [];
  const chapters = digest.chapters.filter(({ category }) => category !== "briefs");
  const first = chapters.flatMap(({ stories }) => stories.slice(0, 1));
  const more = chapters.flatMap(({ stories }) => stories.slice(1));
  const words = spokenWording[language];
  const chosen = [...first, ...more]
    .filter(({ script }) => script.brief !== undefined)
    .slice(0, maxHeadlines);
  return chosen.map(({ story, script }, index) => {
    const source = story.sources.find(({ itemId }) => itemId === script.itemId);
    const texts = source === undefined ? [] : [source.title, source.summary];
    const sentence = asSentence(script.headline);
    const inside = insideSentence(sentence, language, texts);
    if (index === 0) return words.firstHeadline(inside);
    return index === chosen.length - 1 ? words.lastHeadline(inside) : sentence;
  });
}

/** What a voice says of a story, in its chapter. */
const spokenTextIn = (category: DigestChapter["category"], script: Script): string =>
  category === "briefs" ? (script.brief ?? script.spoken) : script.spoken;

/** The clips of a note in order, from sound mark to sign-off. @param seconds  of the whole note, which the greeting says */
export function audioSegments(digest: Digest, seconds: number): AudioSegment[] {
  const { language, voice, partOfDay, localDate, nextEdition } = digest;
  const words = spokenWording[language];
  const say = (
    text: string,
    gap: number,
    { standing = true, ...rest }: Partial<AudioSegment> & { standing?: boolean } = {},
  ) => audioSegment({ text, language, voice, standing }, gap, rest);
  const minutes = Math.max(1, Math.round(seconds / 60));
  const count = storiesOf(digest).length;
  const opening = [
    audioSegment({ mark: "opening" }, 0),
    say(words.greeting(partOfDay, longDate(localDate, language)), gaps.sentence),
    ...headlines(digest).map((text) =>
      say(text, gaps.sentence, { standing: false, optional: "headline" }),
    ),
    say(words.length(minutes, count), gaps.sentence, { optional: "other" }),
  ];
  const chapters = digest.chapters.flatMap(({ category, stories }, index) => {
    const story = ({ script }: DigestStory, gap: number) =>
      say(spokenTextIn(category, script), gap, {
        standing: false,
        storyId: script.storyId,
        category,
      });
    // the edition opens with the lead story, before the line of its chapter
    const hasLead = index === 0 && category !== "briefs";
    const lead = hasLead ? stories.slice(0, 1) : [];
    const [first, ...rest] = hasLead ? stories.slice(1) : stories;
    const line =
      index === 0 && category !== "briefs" ? words.sameChapter[category] : words.chapter[category];
    const optional = `chapter ${category}` as const;
    return [
      ...lead.map((each) => story(each, gaps.story)),
      ...(first === undefined
        ? []
        : [
            audioSegment({ mark: "chapter" }, gaps.mark, { category, optional }),
            say(line, gaps.mark, { category, optional }),
            story(first, gaps.heading),
          ]),
      ...rest.map((each) => story(each, gaps.story)),
    ];
  });
  const ending = [
    say(words.signOff(partOfDay), gaps.chapter),
    ...(nextEdition === undefined
      ? []
      : [
          say(saidNextEdition(nextEdition, localDate, language), gaps.sentence, {
            optional: "other",
          }),
        ]),
  ];
  return [...opening, ...chapters, ...ending];
}

/**
 * The clips of a digest, the most important ones first: the fixed sentences, without which there is no voice note, then
 * the first story of each chapter, the headlines, the second stories, and so on.
 */
export function byUrgency(digest: Digest, seconds: number): Utterance[] {
  const rank = new Map(
    digest.chapters.flatMap(({ stories }) =>
      stories.map(({ script }, index) => [script.storyId, index + 1] as const),
    ),
  );
  const rankOf = ({ storyId, optional }: AudioSegment) => {
    if (optional === "headline") return 1.5;
    return storyId === null ? 0 : (rank.get(storyId) ?? 0);
  };
  return audioSegments(digest, seconds)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ utterance }) => utterance);
}
