import type { Language } from "@matinale/contracts";
import { numberWords } from "./number-lexicon.ts";
import { numbersIn, numbersAllowedBy } from "./number-words.ts";
import { withoutElision, folded } from "./words.ts";

/** What source texts support: their numbers, all their words, and which words stand next to each other. */
export type Grounds = {
  numbers: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Pairs of words at most `neighbourDistance` words apart, in the order of the texts. */
  neighbours: ReadonlySet<string>;
};

/** "President Donald Trump" supports "President Trump"; "the Dupont and Martin families" does not support "Dupont Martin". */
const neighbourDistance = 2;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\d]+(?:['’.-][\p{L}\d]+)*/gu) ?? [];
const plain = (word: string): string => folded(word).replaceAll("œ", "oe").replaceAll("ß", "ss");
const parts = (word: string): string[] =>
  plain(withoutElision(word))
    .split(/['’.-]/u)
    .filter(Boolean);

/**
 * What texts support, for `unfounded`.
 *
 * @param texts  headline, summary and outlet of one article, in plain text: a sentence may combine what they say
 */
export function groundsOf(texts: readonly string[], language: Language): Grounds {
  const neighbours = texts.flatMap((text) => {
    const words = wordsOf(text).flatMap(parts);
    return words.flatMap((word, index) =>
      words.slice(index + 1, index + 1 + neighbourDistance).map((next) => `${word} ${next}`),
    );
  });
  return {
    neighbours: new Set(neighbours),
    numbers: new Set(texts.flatMap((text) => [...numbersAllowedBy(text, language)])),
    words: new Set(texts.flatMap((text) => wordsOf(text).flatMap(parts))),
  };
}

/** "Deux", "Vingt", no ordinals and no magnitudes. */
const numerals = (language: Language): string[] =>
  [...numberWords[language]].flatMap(([word, { kind, ends }]) =>
    kind === "unit" && ends === undefined ? [word] : [],
  );
/** Words that begin a sentence and are no names. Any other word that begins a sentence must be in the sources. */
const openers: Record<Language, ReadonlySet<string>> = {
  fr: new Set(
    (
      "a afin ailleurs ainsi alors apres au aucun aucune aujourd auparavant aussi autre autres aux avant avec beaucoup bien " +
      "ce cela celle celles celui cependant certaines certains ces cet cette cent ceux chacun chaque comme concernant contre dans de " +
      "deja depuis des desormais dimanche dont du durant elle elles en encore enfin ensuite entre environ est et face grace hier " +
      "il ils jamais jeudi jusqu l la le les leur leurs lors lorsque lui lundi mais malgre mardi meme mercredi mille ni nombre notamment nouveau nouvelle on or " +
      "ou outre par parallelement parmi pendant personne peu plus plusieurs pour pourtant pres puis quand quant que " +
      "quelque quelques qui reste sa samedi sans sauf se selon ses seul seule si son sous sur surtout tandis tous tout toute toutefois " +
      "toutes un une vendredi vers voici"
    )
      .split(" ")
      .concat(numerals("fr")),
  ),
  en: new Set(
    (
      "a about according across after again all almost also although amid among an and another any around as at because before " +
      "behind being beyond both but by despite down during each earlier either even every few following for from had has " +
      "he her here his how however if in instead into it its just last later least less many meanwhile more most much near " +
      "nearly neither never next no nobody none nor not nothing now of off on once one only or other others our out over part " +
      "people per rather several she since so some still such than that the their them then there these they this those " +
      "though through throughout to together towards under until up upon was were what when where whether which while who " +
      "why with within without yet"
    )
      .split(" ")
      .concat(numerals("en")),
  ),
};

/** Whether a word at the beginning of a sentence is no name. */
export const isSentenceOpener = (word: string, language: Language): boolean =>
  openers[language].has(plain(word));

const capital = /^(?:(?:[dlDLjJmMnNsStTcC]|[qQ]u)['’])?\p{Lu}/u;

/** Two or more words with a capital in a row, such as a first and a family name. */
const fullNames = /(?<![\p{L}\d])\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)+/gu;

/** Names mixed from two names of the sources: "Jean Martin" from "Jean Dupont" and "Paul Martin". */
function mismatched(sentence: string, grounds: Grounds, language: Language): string[] {
  return (sentence.match(fullNames) ?? []).flatMap((name) => {
    const words = name.split(" ").map((word) => parts(word));
    return words.slice(1).flatMap((next, index) => {
      const before = words[index]?.at(-1) ?? "";
      const opens = index === 0 && sentence.startsWith(name) && openers[language].has(before);
      const first = next[0] ?? "";
      const known = grounds.words.has(before) && grounds.words.has(first);
      return opens || !known || grounds.neighbours.has(`${before} ${first}`) ? [] : [name];
    });
  });
}

/**
 * The numbers and names of a sentence that its sources do not support. A word with a capital is a name; so is the first
 * word of the sentence, unless it is a known sentence opener, because an invented name may come first.
 */
export function unfounded(sentence: string, grounds: Grounds, language: Language): string[] {
  const numbers = [...numbersIn(sentence, language)].filter(
    // the sentence may drop the % of a percentage, but must not add one to a number
    (number) => !grounds.numbers.has(number) && !grounds.numbers.has(`${number}%`),
  );
  const names = wordsOf(sentence).filter((word, index) => {
    if (!capital.test(word)) return false;
    const [first = "", ...rest] = parts(word);
    // "Vingt-deux", "Celui-ci"
    const isOpener = openers[language].has(first) && !/[.’'-]\p{Lu}/u.test(word);
    if (index === 0 && isOpener) return false;
    return [first, ...rest].some((part) => !/^\d+$/u.test(part) && !grounds.words.has(part));
  });
  return [...numbers, ...names, ...mismatched(sentence, grounds, language)];
}
