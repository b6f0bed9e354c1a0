import type { Language } from "@matinale/contracts";
import { glossary } from "./glossary.ts";
import { wordMap } from "../text/words.ts";
import { storyWords } from "./story-words.ts";

const thousands: Record<Language, RegExp> = {
  fr: /(?<=\d)[\s\u00A0\u202F.](?=\d{3}(?!\d))/gu,
  en: /(?<=\d),(?=\d{3}(?!\d))/gu,
};
const spelledOut = wordMap(
  "deux:2 two:2 trois:3 three:3 quatre:4 four:4 cinq:5 five:5 six:6 sept:7 seven:7 huit:8 eight:8 neuf:9 nine:9 " +
    "dix:10 ten:10 onze:11 eleven:11 douze:12 twelve:12 quinze:15 fifteen:15 vingt:20 twenty:20 trente:30 thirty:30 " +
    "cent:100 hundred:100 quatriem:4 fourth:4 troisiem:3 third:3 cinquiem:5 fifth:5",
);

/** Letters of a root that both languages usually share: "réforme" and "reform", "sénateurs" and "senators". */
const rootLength = 5;

/** The key of a word, equal in both languages: its number, its English stem in the glossary, or its root. */
function keyOf(word: string): string {
  const number = spelledOut.get(word) ?? (/^\d/u.test(word) ? word.replace(/\D+$/u, "") : null);
  if (number !== null) return `#${number}`;
  const meaning = glossary.get(word) ?? word;
  return meaning.replaceAll("ph", "f").replaceAll("y", "i").slice(0, rootLength);
}

/** Writes numbers the same way for both languages: no separators of thousands, a point before decimals. */
const withPlainNumbers = (text: string, language: Language): string =>
  text.replace(thousands[language], "").replace(/(?<=\d),(?=\d)/gu, ".");

/** The names and numbers of a text as keys, which reports in two languages share. */
function namesOf(text: string, language: Language): string[] {
  // words with a capital that do not begin a sentence, and all numbers
  const found = text.match(/(?<=[\p{L}\d,;%»”)’'-]\s?)\p{Lu}[\p{L}’'-]*|\d[\d.]*/gu) ?? [];
  return storyWords(found.join(" "), language).map(keyOf);
}

/** The stemmed words of a text as keys, which both languages share, and those keys that are names and numbers. */
export function storyKeys(
  text: string,
  language: Language,
): { keys: string[]; names: ReadonlySet<string> } {
  const plain = withPlainNumbers(text, language);
  const keys = storyWords(plain, language).map(keyOf);
  return { keys, names: new Set(namesOf(plain, language)) };
}
