import type { Language } from "@matinale/contracts";
import { countryOf } from "./countries.ts";
import { glossary } from "./glossary.ts";
import { inDigits } from "../text/number-words.ts";
import { isTitleCase } from "../text/headline-case.ts";
import { significantWords, stem } from "./story-words.ts";

/** Letters of a root that both languages usually share: "réforme" and "reform", "sénateurs" and "senators". */
const rootLength = 5;

/** The key of a word, equal in both languages: its number, its English stem in the glossary, the code of its country, or its root. */
function keyOf(word: string, language: Language): string {
  if (/^\d/u.test(word)) return `#${word.replace(/\D+$/u, "")}`;
  const stemmed = stem(word, language);
  const meaning = glossary[language].get(stemmed) ?? countryOf(word) ?? stemmed;
  return meaning.replaceAll("ph", "f").replaceAll("y", "i").slice(0, rootLength);
}

/** Words with a capital that do not begin a sentence, or that stand before another one: "Ada Quill". */
const insideName = /(?<=[\p{L}\d,;%»”)’'-]\s?)\p{Lu}[\p{L}’'-]*|^\p{Lu}\p{Ll}+(?=\s\p{Lu}\p{Ll})/gu;
const inLowerCase = /(?<![\p{L}\d])\p{Ll}+(?!\p{L})/gu;
/** The subject before a headline: "Retraites : …", "Calais. …", "US open: …". */
const subject = /^\P{L}*[^.:|]{2,40}?(?=\s?[.:|]\s)/u;

/** The stemmed words of a text as keys, which both languages share. */
export const wordKeys = (text: string, language: Language): string[] =>
  significantWords(text, language).map((word) => keyOf(word, language));

/**
 * The keys of a text, with its numbers in digits; those that are names, numbers or the subject before it; and those of
 * words in lower case.
 */
export function storyKeys(
  text: string,
  language: Language,
): { keys: string[]; names: ReadonlySet<string>; words: ReadonlySet<string> } {
  const keys = wordKeys(inDigits(text, language), language);
  const capitals = language === "en" && isTitleCase(text) ? null : text.match(insideName);
  const named = [...(capitals ?? []), ...(subject.exec(text) ?? [])].join(" ");
  const numbers = keys.filter((key) => key.startsWith("#"));
  const words = wordKeys((text.match(inLowerCase) ?? []).join(" "), language);
  return {
    keys,
    names: new Set([...wordKeys(named, language), ...numbers]),
    words: new Set(words),
  };
}
