import type { Language } from "@matinale/contracts";
import { anyWeekday } from "./calendar.ts";
import { ranks } from "../reading/english-words.ts";
import { afterNumber, beforeNumber, titles } from "../reading/french-words.ts";

const locales = { fr: "fr", en: "en-GB" };
const segmenters: { [language in Language]?: Intl.Segmenter } = {};

/** Created on first use: its tables take 2 MB. */
const segmenterOf = (language: Language): Intl.Segmenter =>
  (segmenters[language] ??= new Intl.Segmenter(locales[language], { granularity: "sentence" }));

/** The last words of the abbreviations in a table of patterns: "Col" of "Lt\\.? Col\\.?". */
const wordsOf = (table: Readonly<Record<string, string>>): string =>
  Object.keys(table)
    .map((pattern) => pattern.replaceAll(/\\\.\??/gu, "").replace(/.* /u, ""))
    .join("|");
const opening = String.raw`(?:^|[\s(«“’'-])`;
/** After these a letter is no initial: « sur X. », "hepatitis B." */
const lettered =
  "(?<!\\p{L})(?:on|sur|via|[Cc]at[eé]gor(?:y|ie)|[Gg]roupe?|[Hh][eé]patit(?:e|is)|[Pp]lan|RER|[Ss]eries|[Ss]érie|[Tt]ype|[Vv]itamine?)\\s";
/** After these a full stop does not end a sentence. */
const abbreviations = new RegExp(
  opening +
    String.raw`(?:${wordsOf(titles)}|${wordsOf(ranks)}|apr?|[Cc]f|Mr|Mrs|Ms|Jr|Sr|Profs?|Hon|Rev|Inc|Corp|Co|Ltd|Bros|vs|v|etc|al|env|approx|ca|e\.g|i\.e|(?<!${lettered})\p{Lu}|(?:\p{Lu}\.-?)+\p{Lu})\.\s*$`,
  "u",
);
/** After these a full stop does not end a sentence when a number, an article of a code, a time zone, a day or a bracket follows. */
const beforeNumbers = new RegExp(
  opening +
    String.raw`(?:janv|févr?|avr|juil|sept|oct|nov|déc|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Fig|Hwy|Nos?|${wordsOf(beforeNumber)}|${wordsOf(afterNumber)}|max|min|c|lun|mar|mer|jeu|ven|sam|dim|pp|[ap]\.m|tél|n)\.\s*$`,
  "u",
);
const number = new RegExp(
  String.raw`^(?:[’']?\d|[£$€(]|[LRDA]\.\s?(?:\d|$)|[A-Z]{2,4}T?(?=[\s,.)(])|(?:${anyWeekday("en")})(?![\p{L}’']))`,
  "u",
);

/**
 * By Unicode's rules "closed. 12 people" is one sentence, because a word in small letters follows the number. A short word
 * may be an abbreviation, so what follows the number must be a word: not "trim. 2026, en hausse".
 */
const beforeDigits =
  /(?<=(?:\p{L}{5}|[\d%€£]{2})[.!?] )(?=\d)|(?<=\p{L}{3}[.!?] )(?=\d[\d\s,.]*\s\p{Ll}{3})/u;

/** What continues a sentence after the mark of a quotation: « Dehors ! » et part. A sentence may begin with "iPhone". */
const continues = /^(?:[,;:)]|\p{Ll}(?!\p{Lu}))/u;
const exclaimed = /[!?…][\s»”’"')]*$/u;
/** One letter and small letters after it begin no sentence, « M. de Villepin » apart: "Lake Shore Blvd. W. and". */
const initial = /^(?!M)\p{Lu}\.\s\p{Ll}/u;

/** The sentences of a text in order, each trimmed: by the rules of Unicode, and by our lists of abbreviations. */
export function sentences(text: string, language: Language): string[] {
  const found: string[] = [];
  let open = "";
  const segments = [...segmenterOf(language).segment(text)].flatMap(({ segment }) =>
    segment.split(beforeDigits),
  );
  for (const whole of segments) {
    // by Unicode's rules the guillemet of « Non. » begins the next sentence
    const [, closing, after] = /^(»)\s*(.*)$/su.exec(whole) ?? [];
    const last = found.length - 1;
    const closes = closing !== undefined && open === "" && last >= 0;
    if (closes) found[last] = `${found[last]} ${closing}`;
    const segment = closes ? (after ?? "") : whole;
    if (segment === "") continue;
    const before = found.at(-1) ?? "";
    const isContinued = continues.test(segment) ? exclaimed.test(before) : initial.test(segment);
    if (open === "" && before !== "" && isContinued)
      open = `${found.pop()}${segment.startsWith(",") ? "" : " "}`;
    // the next segment decides whether "oct." or "p.m." ended a sentence
    if (beforeNumbers.test(open) && !number.test(segment)) {
      found.push(open.trim());
      open = "";
    }
    open += segment;
    if (abbreviations.test(open) || beforeNumbers.test(open)) continue;
    found.push(open.trim());
    open = "";
  }
  found.push(open.trim());
  return found.filter((sentence) => sentence !== "");
}
