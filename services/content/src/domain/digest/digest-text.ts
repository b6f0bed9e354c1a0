import type { Language } from "@matinale/contracts";
import type { Source, Story } from "@matinale/newsroom";
import { writtenNames, bestArticlesFirst, printedTitle } from "@matinale/newsroom/summary";
import { storiesOf, type Digest, type DigestStory } from "./digest-plan.ts";
import { categoryName, wording } from "./wording.ts";

/** WhatsApp refuses longer text messages (Cloud API, messages, text.body). Counted in UTF-16 units, the safer way. */
export const maxMessageLength = 4096;

export type AudioMissing = "" | "speech_unavailable" | "speech_failed";

/** How text is formatted: with WhatsApp's asterisks, or as plain text for a page. */
type Format = { bold: (text: string) => string; literal: (text: string) => string };

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

const formats = {
  whatsapp: { bold: (text: string) => `*${text.trim()}*`, literal },
  plain: { bold: (text: string) => text, literal: (text: string) => text },
} satisfies Record<string, Format>;

function storyBlock({ story, script }: DigestStory, { bold, literal }: Format): string {
  // the link is that of the source article
  const isSource = ({ itemId }: Source) => itemId === script.itemId;
  const sources = story.sources.toSorted(
    (one, other) => Number(isSource(other)) - Number(isSource(one)),
  );
  const outlets = literal(writtenNames(sources, script.language));
  const lines = [
    bold(literal(script.headline)),
    literal(script.line),
    `${outlets} · ${sources[0]?.url ?? ""}`,
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
 * The text of a digest: heading, categories with their stories (headline, one line, outlets and link), and a footer about
 * its authors. Divided into messages within WhatsApp's length, never inside a story.
 */
export function digestTexts(
  digest: Digest,
  options: { missing: AudioMissing; partial: boolean; format: keyof typeof formats },
): string[] {
  const { missing, partial, format } = options;
  const words = wording[digest.language];
  const style = formats[format];
  const heading = style.bold(`Matinale · ${words.heading[digest.partOfDay]}`);
  const blocks = digest.chapters.flatMap(({ category, stories }) => {
    const title = style.bold(
      categoryName(category, digest.language).toLocaleUpperCase(digest.language),
    );
    const [first, ...rest] = stories.map((story) => storyBlock(story, style));
    return [`${title}\n${first ?? words.nothingHere}`, ...rest];
  });
  const author = words.writtenBy[authorOf(digest)];
  const footer =
    missing === ""
      ? `${author}${words.spokenBy.withVoice}${partial ? ` ${words.voicePartial}` : ""}`
      : `${author}${words.spokenBy.withoutVoice} ${words.voiceMissing[missing]}`;
  const last = blocks.pop();
  // The footer stays with the last story, so that it is never a message of its own.
  const ending = last === undefined ? footer : `${last}\n\n${footer}`;
  return messages([heading, ...blocks, ending], style.bold(`Matinale · ${words.continued}`));
}

/** Joins blocks into as few messages as possible; every message after the first begins with `continued`. */
function messages(blocks: readonly string[], continued: string): string[] {
  const texts: string[] = [];
  let open = "";
  for (const block of blocks) {
    const joined = open === "" ? block : `${open}\n\n${block}`;
    if (joined.length <= maxMessageLength) {
      open = joined;
      continue;
    }
    texts.push(open);
    open = `${continued}\n\n${block}`;
  }
  return open === "" ? texts : [...texts, open];
}

/** Stories in one message for a reader who asks for more. */
const moreAtOnce = 5;

/** Most stories that are kept for readers who ask for more. */
export const maxMore = 2 * moreAtOnce;

/** Messages with stories that are not in the digest: headline, outlets and link, without a summary. */
export function moreTexts(stories: readonly Story[], language: Language): string[] {
  const { bold } = formats.whatsapp;
  const blocks = stories.flatMap((story) => {
    const sources = bestArticlesFirst(story);
    const [first] = sources;
    if (first === undefined) return [];
    const title = bold(literal(printedTitle(first, language)));
    return `${title}\n${literal(writtenNames(sources, language))} · ${first.url}`;
  });
  const heading = bold(`Matinale · ${wording[language].continued}`);
  return Array.from({ length: Math.ceil(blocks.length / moreAtOnce) }, (_, index) =>
    [heading, ...blocks.slice(index * moreAtOnce, (index + 1) * moreAtOnce)].join("\n\n"),
  ).filter((text) => text.length <= maxMessageLength);
}
