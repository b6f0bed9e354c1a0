import type { Language } from "@matinale/contracts";
import type { Source, Story } from "@matinale/newsroom";
import { writtenNames, bestArticlesFirst, printedTitle } from "@matinale/newsroom/summary";
import { storiesOf, type Digest, type DigestStory } from "./digest-plan.ts";
import { longDate } from "./long-date.ts";
import { categoryName, wording } from "./wording.ts";

/** WhatsApp refuses longer text messages (Cloud API, messages, text.body). Counted in UTF-16 units, the safer way. */
export const maxMessageLength = 4096;

export type AudioMissing = "" | "speech_unavailable" | "speech_failed";

/** How text is formatted: with WhatsApp's marks, or as plain text for a page. */
type Format = {
  bold: (text: string) => string;
  italic: (text: string) => string;
  literal: (text: string) => string;
  /** Most stories in a text; the others are sent to readers who ask for more. */
  maxStories: number;
  /** Longest text. Longer ones are divided. */
  maxLength: number;
};

type Numbered = DigestStory & { chapter: string; number: number };

/**
 * Prevents formatting and links in a text. WhatsApp has no escape character, so * _ ~ ` and the full stop of a domain name
 * become similar characters, and list and quotation marks at the beginning are removed.
 */
const literal = (text: string): string =>
  text
    .replaceAll("*", "∗")
    .replaceAll("_", "＿")
    .replaceAll("~", "∼")
    .replaceAll("`", "’")
    .replace(/^(?:[>•-]|\d+\.)\s+/u, "")
    .replace(/(?<=[\p{L}\d])\.(?=\p{L}{2})/gu, "․");

export const formats = {
  whatsapp: {
    bold: (text: string) => `*${text.trim()}*`,
    italic: (text: string) => `_${text.trim()}_`,
    literal,
    maxStories: 8,
    maxLength: maxMessageLength,
  },
  plain: {
    bold: (text: string) => text,
    italic: (text: string) => text,
    literal: (text: string) => text,
    maxStories: Infinity,
    maxLength: Infinity,
  },
} satisfies Record<string, Format>;

/** Marks a story that the voice note lacks. WhatsApp formats no text between two full-width asterisks. */
const notSpokenMark = "＊";

/** The address of an article that is printed: a short link, or the article's own address. */
export type LinkTo = (url: string) => string;

/** The name of an outlet with the link of its article, if its feed gives one. */
export function outletLink(
  source: Pick<Source, "outlet" | "url">,
  language: Language,
  { italic, literal }: Format,
  linkTo: LinkTo,
): string {
  const name = italic(literal(writtenNames([source], language)));
  return source.url === "" ? name : `${name} ${linkTo(source.url)}`;
}

/** Most outlets of one story. With 60 of them, a story alone would exceed WhatsApp's length. */
const maxOutlets = 20;

/**
 * Each outlet with the link of its first article, in the order of the sources; of the outlets after the first `most`, only
 * the number: "+12".
 */
export function outletLinks(
  sources: readonly Source[],
  language: Language,
  style: Format,
  linkTo: LinkTo,
  most = maxOutlets,
): string {
  const ofOutlets = [...Map.groupBy(sources, ({ outlet }) => outlet).values()];
  const links = ofOutlets
    .slice(0, most)
    .flatMap((articles) => articles.slice(0, 1))
    .map((source) => outletLink(source, language, style, linkTo));
  const others = ofOutlets.length - links.length;
  return [...links, ...(others > 0 ? [`+${others}`] : [])].join(" · ");
}

function storyBlock(
  { story, script, number }: Numbered,
  isMarked: boolean,
  style: Format,
  linkTo: LinkTo,
): string {
  const isSource = ({ itemId }: Source) => itemId === script.itemId;
  // the article that the script is taken from comes first
  const sources = story.sources.toSorted(
    (one, other) => Number(isSource(other)) - Number(isSource(one)),
  );
  const headline = `${number}. ${style.literal(script.headline)}`;
  const lines = [
    style.bold(isMarked ? `${headline} ${notSpokenMark}` : headline),
    style.literal(script.line),
    outletLinks(sources, script.language, style, linkTo),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

/** Who wrote the texts of a digest: a digest mentions an AI only when a model wrote a part of it. */
function authorOf(digest: Digest): "model" | "some_model" | "extractive" {
  const methods = new Set(storiesOf(digest).map(({ script }) => script.method));
  if (!methods.has("model")) return "extractive";
  return methods.size === 1 ? "model" : "some_model";
}

/**
 * Numbers the stories of a digest from 1. The `shown` stories are in the text: chapters take turns, so each has its first
 * story there before one has its second. The numbers of the others go on from theirs.
 */
function numbered(digest: Digest, maxStories: number): { shown: Numbered[]; others: Numbered[] } {
  // a brief stands in the chapter of its category, so that the text names every category with news
  const categories = Map.groupBy(storiesOf(digest), ({ story }) => story.category);
  const stories = [...categories].flatMap(([category, ofCategory]) =>
    ofCategory.map((story, turn) => ({
      ...story,
      chapter: categoryName(category, digest.language),
      turn,
    })),
  );
  const chosen = new Set(
    stories.toSorted((one, other) => one.turn - other.turn).slice(0, maxStories),
  );
  const all = stories
    .toSorted((one, other) => Number(chosen.has(other)) - Number(chosen.has(one)))
    .map((story, index) => ({ ...story, number: index + 1 }));
  return { shown: all.slice(0, chosen.size), others: all.slice(chosen.size) };
}

/** The stories of a digest in the order of the numbers that its messages give them. */
export function storiesByNumber(digest: Digest): DigestStory[] {
  const { shown, others } = numbered(digest, formats.whatsapp.maxStories);
  return [...shown, ...others];
}

/** "dimanche 22 novembre, soir" */
const editionName = ({ language, localDate, partOfDay }: Digest): string =>
  `${longDate(localDate, language)}, ${wording[language].daytime[partOfDay]}`;

/** The length of a voice note as readers see it, in whole minutes. */
function minutes(audio: readonly { durationMs: number }[]): string {
  const ms = audio.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return `${Math.max(1, Math.round(ms / 60_000))} min`;
}

export type DigestTextOptions = {
  brand: string;
  missing: AudioMissing;
  /** The parts of the voice note; none when it is missing. */
  audio: readonly { durationMs: number }[];
  format: keyof typeof formats;
  linkTo: LinkTo;
};

/**
 * The text of a digest: heading with date, length and number of stories, categories with their stories (headline, one line,
 * each outlet with its link), and a footer about its authors. Divided into messages within WhatsApp's length, never inside
 * a story.
 */
export function digestTexts(digest: Digest, options: DigestTextOptions): string[] {
  const { brand, missing, audio, format, linkTo } = options;
  const words = wording[digest.language];
  const style = formats[format];
  const { shown, others } = numbered(digest, style.maxStories);
  const spoken = digest.spokenStories;
  const isMarked = ({ script }: Numbered) => missing === "" && spoken?.has(script.storyId) !== true;
  const length = missing === "" ? [minutes(audio)] : [];
  const count = words.stories(shown.length + others.length);
  const heading = [
    style.bold(`${brand} · ${editionName(digest)}`),
    [...length, count].join(" · "),
  ].join("\n");
  const quiet = digest.chapters.flatMap(({ category, stories }) =>
    stories.length > 0 || category === "briefs" ? [] : categoryName(category, digest.language),
  );
  const author = words.writtenBy[authorOf(digest)];
  const footer = [
    ...(quiet.length > 0 ? [`${words.nothingIn}${quiet.join(", ")}.`] : []),
    ...(others.length > 0 ? [words.replyMore(others.length)] : []),
    [
      missing === "" ? author.withVoice : `${author.withoutVoice} ${words.voiceMissing[missing]}`,
      ...(shown.some(isMarked) ? [words.notSpoken] : []),
    ].join(" "),
  ];
  const blocks = shown.map((story) => ({
    title: story.chapter.toLocaleUpperCase(digest.language),
    block: storyBlock(story, isMarked(story), style, linkTo),
  }));
  return messages(blocks, {
    heading,
    continued: style.bold(`${brand} · ${words.continued}`),
    footer,
    paragraphs: byChapter,
    maxStories: Infinity,
    maxLength: style.maxLength,
  });
}

/** Stories under the titles of their chapters, a chapter in one paragraph. */
const byChapter = (stories: readonly { title: string; block: string }[]): string[] =>
  [...Map.groupBy(stories, ({ title }) => title)].map(([title, chapter]) =>
    [title, ...chapter.map(({ block }) => block)].join("\n"),
  );

/**
 * Divides stories into as few messages as possible, of nearly equal numbers of stories, the last message with the most.
 *
 * @param terms.continued    heading of every message after the first
 * @param terms.footer       last paragraphs of the last message
 * @param terms.paragraphs   of the stories of one message
 * @param terms.maxStories   in one message
 * @param terms.maxLength    of one message, in UTF-16 units
 */
function messages<S>(
  stories: readonly S[],
  terms: {
    heading: string;
    continued: string;
    footer: string[];
    paragraphs: (stories: readonly S[]) => string[];
    maxStories: number;
    maxLength: number;
  },
): string[] {
  const { heading, continued, footer, paragraphs, maxStories, maxLength } = terms;
  for (let count = Math.max(1, Math.ceil(stories.length / maxStories)); ; count += 1) {
    const startOf = (index: number) => Math.floor((index * stories.length) / count);
    const texts = Array.from({ length: count }, (_, index) =>
      [
        index === 0 ? heading : continued,
        ...paragraphs(stories.slice(startOf(index), startOf(index + 1))),
        ...(index === count - 1 ? footer : []),
      ].join("\n\n"),
    );
    const fit = texts.every(({ length }) => length <= maxLength);
    if (fit || count >= stories.length) return texts;
  }
}

/** Stories in one message for a reader who asks for more. */
const moreAtOnce = 5;

/** Most stories outside the digest that are kept for readers who ask for more. */
export const maxMore = 2 * moreAtOnce;

/** Messages for readers who ask for more: stories that the text leaves out, then others. Numbers go on from the text's. */
export function moreTexts(
  digest: Digest,
  stories: readonly Story[],
  { brand, linkTo }: Pick<DigestTextOptions, "brand" | "linkTo">,
): string[] {
  const style = formats.whatsapp;
  const { language } = digest;
  const { shown, others } = numbered(digest, style.maxStories);
  const first = shown.length + others.length + 1;
  const blocks = [
    ...others.map((story) => storyBlock(story, false, style, linkTo)),
    ...stories.map((story, index) => {
      const sources = bestArticlesFirst(story);
      const title = sources[0] === undefined ? "" : printedTitle(sources[0], story);
      const headline = style.bold(`${first + index}. ${style.literal(title)}`);
      return `${headline}\n${outletLinks(sources, language, style, linkTo)}`;
    }),
  ];
  if (blocks.length === 0) return [];
  const heading = style.bold(`${brand} · ${wording[language].continued}`);
  return messages(blocks, {
    heading,
    continued: heading,
    footer: [],
    paragraphs: (block) => [...block],
    maxStories: moreAtOnce,
    maxLength: style.maxLength,
  });
}
