import type { Language } from "@matinale/contracts";
import { folded, withoutElision } from "../text/words.ts";

const stopWords: Record<Language, ReadonlySet<string>> = {
  fr: new Set(
    (
      "a ai ainsi alors an ans annee annees apres au aucun aura aussi autre autres aux avait avant avec avoir car ce cela celle celles celui " +
      "ces cet cette ceux chez comme comment contre dans de depuis des deux deja doit donc dont du elle elles en encore " +
      "entre est et etait etaient ete etre eux face fait faire fois font hors il ils jour jours jusqu la le les leur leurs lors " +
      "lui mais malgre me meme moins ne ni non nos notre nous nouveau nouvelle on ont ou par parmi pas pendant peu peut " +
      "plus plusieurs pour pourquoi pres pris prise qu quand que quel quelle qui quoi sa sans se selon sera ses si soit son sont " +
      "sous sur ta tous tout toute toutes tres trois un une vers vont vos votre vous y"
    ).split(" "),
  ),
  en: new Set(
    (
      "a about after again all also amid an and any are as at be been before being but by can could day days did do does " +
      "down during for from had has have he her here him his how i if in into is it its just may me more most my new no " +
      "not now of off on one only or other our out over says said say she should so some such than that the their them " +
      "then there these they this those three to two under up us very was we were what when where which while who why " +
      "will with would year years you your"
    ).split(" "),
  ),
};

/**
 * A light stemmer: plural and feminine endings of French, plural, past and present participle of English. Enough to match two
 * headlines.
 *
 * @param word  in lower case, without accents
 */
export function stem(word: string, language: Language): string {
  if (word.length <= 3 || /\d/u.test(word)) return word;
  if (language === "fr") {
    return word
      .replace(/(?<=..)aux$/u, "al")
      .replace(/[sx]$/u, "")
      .replace(/ee$/u, "e")
      .replace(/(?<=...)e$/u, "")
      .replace(/(?<=[ao]i)s$/u, "");
  }
  const singular = word.replace(/ies$/u, "y").replace(/(?<!s)s$/u, "");
  return singular
    .replace(/(?<=[aeiouy].+)(?:(?<!e)ed|ing)$/u, "")
    .replace(/([bdgmnprt])\1$/u, "$1")
    .replace(/(?<=..)e$/u, "");
}

/** Single letters, and the numbers from 0 to 3, stand in articles about any event. */
const isSignificant = (word: string): boolean => word.length > 1 || /[4-9]/u.test(word);

/** The significant words of a text in order: lower case, no accents, no stop words. */
export const significantWords = (text: string, language: Language): string[] =>
  (folded(text).match(/[\p{L}\d]+(?:['’.,-][\p{L}\d]+)*/gu) ?? [])
    .flatMap((word) => withoutElision(word).split(/['’-]/u))
    .filter((word) => isSignificant(word) && !stopWords[language].has(word));

/** The significant words of a text, stemmed. */
export const storyWords = (text: string, language: Language): string[] =>
  significantWords(text, language).map((word) => stem(word, language));
