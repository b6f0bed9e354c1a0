import { decodeHTML } from "entities/decode";

/** Longer markup is cut before it is parsed: no summary needs more, and it limits the work of the expressions below. */
const maxMarkupLength = 20_000;

const invisibleBlocks = /<(script|style|iframe|noscript|template)\b[^<>]*>[\s\S]*?<\/\1\s*>/giu;
/** The marks of a CDATA section, which feeds put inside another one. */
const cdata = /<!\[CDATA\[|\]\]>|\]\]$/gu;
const comments = /<!--[\s\S]*?-->/gu;
/** Markup that ends a block of text: the next words are another sentence. U+2029 marks the place. */
const blockEnds =
  /<\/(?:p|li|div|h[1-6]|blockquote|tr|dt|dd|figcaption|ul|ol|section|article)\s*>|<br\s*\/?>|<hr\s*\/?>/giu;
const blockEnd = "\u2029";
/** What stands before an entry of a list: "1.", "2)", "•", "–". A dash without a space is the sign of a number. */
const listMark = /^(?:(?:\(?\d{1,2}[.)](?!\d)|[•·▪▫◦●‣➤➡►→])\s*|[–—*-]\s+)(?=\S)/u;
/** The numbers of a list in one line: "1. France 2. Espagne 3. Italie". */
const inlineNumber = /(?<=^|\s)\(?(\d{1,2})[.)]\s+(?=[\p{Lu}\d«“])/gu;
const dashedLine = /(?<=^|\n)[ \t]*[–—*-][ \t]+(?=\S)/gu;
/** A whole attribute may contain ">". */
const tags = /<\/?[a-z!?](?:[^<>"]*(?:"[^<"]*"[^<>"]*)*|[^<>]*)>/giu;
/** Controls, bidirectional overrides and marks, zero-width characters, soft hyphens, private use, object replacement. */
const unprintable =
  // eslint-disable-next-line no-control-regex -- the expression finds control characters, to remove them
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\uE000-\uF8FF\uFEFF\uFFF9-\uFFFD]|[\u{E0000}-\u{E007F}\u{F0000}-\u{10FFFD}]/gu;
/** Zero-width joiners, except those that join two emoji. */
const idleJoiners =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D|\u200D(?!\p{Extended_Pictographic})/gu;
/** A tag that the cut at `maxMarkupLength` left without its end, such as an image with its data in its address. */
const unclosedTag = /<\/?[a-z!?][^<>]*$/iu;
/** "1,40,885", as India groups the digits of 140,885. */
const indianNumber = /(?<![\d,.])\d{1,2}(?:,\d{2})+,\d{3}(?![\d,])/gu;
/** A web address, with the brackets around it, without the punctuation behind it. */
const links =
  /\(\s*(?:https?:\/\/|www\.)[^\s()]+\s*\)|\b(?:https?:\/\/|www\.)[^\s()]*[^\s().,;:!?»”"]/giu;

/**
 * The text that a browser would show of a piece of feed markup, without links and without characters that hide or reorder
 * others; white space collapsed. Feeds escape markup once or twice; both are decoded.
 *
 * @param maxLength  characters kept, counted in UTF-16 units; a longer text is cut at a word and ends with "…"
 */
export function plainText(markup: string, maxLength = 2_000): string {
  const isCut = markup.length > maxMarkupLength;
  let text = markup.slice(0, maxMarkupLength);
  for (let pass = 0; pass < 2; pass += 1) {
    text = text
      .replace(cdata, "")
      .replace(comments, " ")
      .replace(invisibleBlocks, " ")
      .replace(blockEnds, blockEnd)
      .replace(tags, " ");
    text = decodeHTML(text);
  }
  text = text
    .replace(invisibleBlocks, " ")
    .replace(tags, " ")
    .replace(isCut ? unclosedTag : /(?!)/u, "")
    .toWellFormed()
    .replace(unprintable, "")
    .replace(idleJoiners, "")
    .replace(links, " ")
    .replace(indianNumber, (grouped) => Number(grouped.replaceAll(",", "")).toLocaleString("en"));
  return cutAtWord(asSentences(text).trim().normalize("NFC"), maxLength);
}

/** The text with a mark of a block before each entry of a list that its feed wrote without markup. */
function withListsDivided(text: string): string {
  const numbers = [...text.matchAll(inlineNumber)];
  const counts = numbers.length > 1 && numbers.every(([, count], at) => Number(count) === at + 1);
  const isFirst = counts && /(?:^|[.:!?])\s*$/u.test(text.slice(0, numbers[0]?.index));
  const dashes = text.match(dashedLine)?.length ?? 0;
  return text
    .replaceAll(/\s[•▪●‣]\s/gu, `${blockEnd}• `)
    .replace(dashes > 1 ? dashedLine : /(?!)/u, `${blockEnd}- `)
    .replace(isFirst ? inlineNumber : /(?!)/u, `${blockEnd}$&`);
}

/** The blocks of a text in one line, each ended as a sentence, without the numbers and bullets of a list. */
function asSentences(text: string): string {
  const blocks = withListsDivided(text)
    .split(blockEnd)
    .map((block) =>
      block
        .replaceAll(/\s+/gu, " ")
        .replaceAll(/ ([,)]|\.(?!\d|\p{Ll}|NET(?!\p{L})))/gu, "$1")
        .trim(),
    )
    .filter((block) => block !== "");
  if (blocks.length <= 1) return blocks[0] ?? "";
  return blocks
    .map((block, index) => {
      const entry = block.replace(listMark, "");
      // the last paragraph may have been cut off by the feed, the last entry of a list was not
      const isWhole = index < blocks.length - 1 || entry !== block;
      return isWhole && !/[.!?…:;,»”"]$/u.test(entry) ? `${entry}.` : entry;
    })
    .join(" ");
}

/** The text itself when it fits, else as many whole words as fit, with an ellipsis. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const room = text.slice(0, maxLength - 1);
  const lastSpace = room.lastIndexOf(" ");
  const kept = lastSpace > maxLength / 2 ? room.slice(0, lastSpace) : room;
  return `${kept.replace(/[\s,;:.«“(–—-]+$/u, "").toWellFormed()}…`;
}
