import type { Language } from "@matinale/contracts";
import { pronunciations } from "./pronunciations.ts";
import { englishReadings } from "./english.ts";
import { frenchReadings } from "./french.ts";
import { anyOf, reading, type Reading } from "./reading.ts";
import { sentences } from "../text/sentences.ts";
import { withPlainSpaces } from "../text/typography.ts";

/** A text of the same length with plain spaces, apostrophes and hyphens, so that patterns need one form of each. */
const plain = (text: string): string =>
  withPlainSpaces(text)
    .replaceAll(/[’ʼ]/gu, "'")
    .replaceAll(/[\u2010\u2011]/gu, "-");

const named = (language: Language): Reading => {
  const spoken = new Map(
    Object.entries(pronunciations[language]).map(([name, said]) => [plain(name), said]),
  );
  return reading(
    `(?<![\\p{L}\\d-])#?(${anyOf(spoken.keys())})(?![\\p{L}\\d]|-\\p{Ll})`,
    (_, name = "") => spoken.get(name) ?? null,
  );
};
/** A Catalan given name, and not the town of the lexicon: "Pau Gasol", but "Pau FC" and "le maire de Pau François Bayrou". */
const catalan = reading(
  /(?<![\p{L}-]|(?:maire|ville) de )Pau(?= (?!Béarn|Pyrénées|Portes? )\p{Lu}\p{Ll})/u,
  () => "Paou",
);
/** "Serbie/Kosovo": a voice would say "slash". */
const slash = reading(/(?<=\p{L}{3})\/(?=\p{L}{3})/u, () => ", ");
const all: Record<Language, readonly Reading[]> = {
  fr: [catalan, named("fr"), ...frenchReadings, slash],
  en: [named("en"), ...englishReadings, slash],
};

/** Emoji and the signs of emphasis, which a voice would name, and a name in its own letters, « Xi Jinping (习近平) ». */
const unspoken =
  / ?\((?=[^()]*\p{L})[^()\p{Script=Latin}\p{Script=Greek}]+\)| ?[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u200D]+|(?<!\d)(?:[*_`]|~(?! ?\d))+/gu;
const speakable = (text: string): string =>
  text.replaceAll(unspoken, "").replaceAll(/ {2,}/gu, " ").trim();

type Replaced = { from: number; to: number; alias: string };

/**
 * The text with each match of a reading replaced. Readings look at the whole text, so that a pattern sees what stands
 * before and after its match; where two match, the one that comes first in the list is used.
 */
function withReadings(text: string, readings: readonly Reading[]): string {
  const written = plain(text);
  const shown = withPlainSpaces(text);
  const replaced: Replaced[] = [];
  for (const { pattern, alias } of readings) {
    for (const match of written.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (replaced.some((other) => from < other.to && other.from < to)) continue;
      const said = alias(...match);
      if (said !== null) replaced.push({ from, to, alias: said });
    }
  }
  let read = "";
  let end = 0;
  for (const { from, to, alias } of replaced.toSorted((one, other) => one.from - other.from)) {
    read += shown.slice(end, from) + alias;
    end = to;
  }
  return read + shown.slice(end);
}

/** The text with its readings as words. Punctuation makes the pauses of a voice, so each sentence ends with some. */
export const toWords = (text: string, language: Language): string =>
  sentences(speakable(text), language)
    .map((sentence) => withReadings(sentence, all[language]).replace(/(?<=[\p{L}\d%])$/u, "."))
    .join(" ");

/**
 * The requests in which a voice speaks a text: one, or as many as its limit needs, divided at the ends of sentences, and
 * inside a sentence only when that is too long on its own: there at its commas, then between words.
 *
 * @param fits  whether the voice accepts a text in words; a single word that does not fit is returned as it is
 */
export function spokenParts(
  text: string,
  language: Language,
  fits: (words: string) => boolean,
): string[] {
  const whole = toWords(text, language);
  if (fits(whole)) return [whole];
  const clauses = text.split(/(?<=[,;:]) /u);
  const divisions = [sentences(text, language), clauses, text.split(" ")];
  const pieces = divisions.find((division) => division.length > 1);
  if (pieces === undefined) return [whole];
  const middle = Math.ceil(pieces.length / 2);
  return [pieces.slice(0, middle), pieces.slice(middle)].flatMap((half) =>
    spokenParts(half.join(" "), language, fits),
  );
}
