import type { Language } from "@matinale/contracts";
import pronunciations from "./pronunciation.json" with { type: "json" };
import { englishReadings } from "./english.ts";
import { frenchReadings } from "./french.ts";
import { reading, type Reading } from "./reading.ts";
import { sentences } from "../text/sentences.ts";

/** Silence between two sentences of one clip. Clips bring the silence between them. */
const sentencePause = '<break time="400ms"/>';

const named = (language: Language): Reading => {
  const spoken = new Map(Object.entries<string>(pronunciations[language]));
  const longestFirst = [...spoken.keys()].toSorted((one, other) => other.length - one.length);
  const anyOf = longestFirst.map((name) => name.replaceAll(".", "\\.")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\d-])(?:${anyOf})(?![\\p{L}\\d-])`, "u");
  return reading(pattern, (name = "") => spoken.get(name) ?? name);
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

/** The text as SSML, with each match of a reading replaced; a reading sees only text that no reading before it matched. */
function withReadings(text: string, [first, ...rest]: readonly Reading[]): string {
  if (first === undefined) return escaped(text);
  const found = first.pattern.exec(text);
  if (found === null) return withReadings(text, rest);
  const alias = escaped(first.alias(...found));
  const after = text.slice(found.index + found[0].length);
  return (
    withReadings(text.slice(0, found.index), rest) +
    `<sub alias="${alias}">${escaped(found[0])}</sub>` +
    withReadings(after, [first, ...rest])
  );
}

/** The text as SSML: pauses between sentences, and readings where a voice would read the written form wrongly. */
export const toSsml = (text: string, language: Language): string =>
  `<speak>${sentences(text, language)
    .map((sentence) => withReadings(sentence, all[language]))
    .join(sentencePause)}</speak>`;
