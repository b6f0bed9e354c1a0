import type { Language } from "@matinale/contracts";
import { pronunciations } from "./pronunciations.ts";
import { englishReadings } from "./english.ts";
import { frenchReadings } from "./french.ts";
import { anyOf, reading, type Reading } from "./reading.ts";
import { sentences } from "../text/sentences.ts";

/** Silence between two sentences of one clip. Clips bring the silence between them. */
const sentencePause = '<break time="400ms"/>';

/** A text of the same length with plain spaces, apostrophes and hyphens, so that patterns need one form of each. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\u00A0\u202F\u2009]/gu, " ")
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
const all: Record<Language, readonly Reading[]> = {
  fr: [named("fr"), ...frenchReadings],
  en: [named("en"), ...englishReadings],
};

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/gu, (sign) => entities[sign] ?? "");

/** Emoji and the signs of emphasis, which a voice would name. */
const unspoken =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u200D]+|(?<!\d)[*_~`]+/gu;
const speakable = (text: string): string =>
  text.replaceAll(unspoken, "").replaceAll(/ {2,}/gu, " ").trim();

type Replaced = { from: number; to: number; alias: string };

/**
 * The text as SSML, with each match of a reading replaced. Readings look at the whole text, so that a pattern sees what
 * stands before and after its match; where two match, the one that comes first in the list is used.
 */
function withReadings(text: string, readings: readonly Reading[]): string {
  const written = plain(text);
  const replaced: Replaced[] = [];
  for (const { pattern, alias } of readings) {
    for (const match of written.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (replaced.some((other) => from < other.to && other.from < to)) continue;
      const words = alias(...match);
      if (words !== null) replaced.push({ from, to, alias: words });
    }
  }
  let ssml = "";
  let end = 0;
  for (const { from, to, alias } of replaced.toSorted((one, other) => one.from - other.from)) {
    ssml += `${escaped(text.slice(end, from))}<sub alias="${escaped(alias)}">${escaped(text.slice(from, to))}</sub>`;
    end = to;
  }
  return ssml + escaped(text.slice(end));
}

/** The text as SSML: pauses between sentences, and readings where a voice would read the written form wrongly. */
export const toSsml = (text: string, language: Language): string =>
  `<speak>${sentences(speakable(text), language)
    .map((sentence) => withReadings(sentence, all[language]))
    .join(sentencePause)}</speak>`;
