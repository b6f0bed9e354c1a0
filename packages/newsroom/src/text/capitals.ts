import type { Language } from "@matinale/contracts";
import { isSentenceOpener } from "./claims.ts";
import { folded } from "./words.ts";

/** Words that French newspapers often print without the accent of their first capital. */
const withAccent = (
  "État États Église Églises Élysée École Écoles Éducation Égypte Égalité Élection Élections " +
  "Électricité Énergie Épidémie Équateur Équipe Érythrée Éthiopie Étienne Éric Édouard Élisabeth Émile " +
  "Évasion Événement Île Îles Étude Étudiants Écologie Écologistes Économie Éditeur Élus Émeutes " +
  "Épargne"
).split(" ");
const accented = new Map([
  ...withAccent.map(
    (word) => [folded(word.charAt(0)).toUpperCase() + word.slice(1), word] as const,
  ),
  ["Enquete", "Enquête"],
]);
const unaccented = new RegExp(`(?<!\\p{L})(?:${[...accented.keys()].join("|")})(?!\\p{L})`, "gu");
/** "A Paris", "A la Bourse", "A cause de": the preposition, not the verb "a". */
const preposition =
  /(?<=^|[.!?…:]\s|[«“]\s?)A(?=\s(?:\p{Lu}|la\s|l[’']|les\s|partir|cause|propos|quelques|travers|peine|noter|savoir|deux|trois|quatre|un\s|une\s|ce\s|son\s|sa\s))/gu;

/** A share of capitals above this is a shout, not a name. */
const shoutedShare = 0.6;
const letters = (text: string): string[] => text.match(/\p{L}/gu) ?? [];

/** A shorter text may be an acronym. */
const minLetters = 12;

function isShouted(text: string): boolean {
  const all = letters(text);
  const capitals = all.filter((letter) => /\p{Lu}/u.test(letter)).length;
  return all.length >= minLetters && capitals / all.length > shoutedShare;
}

/** "Paris" and "TotalEnergies" inside a sentence, "OTAN", "COP30", "G7". */
const names =
  /(?<=\p{Ll}[,;]?\s)\p{Lu}[\p{L}’'-]*\p{Ll}[\p{L}’'-]*|(?<![\p{L}\d])\p{Lu}(?:\p{Lu}+\d*|\d+)(?![\p{L}\d])/gu;

/**
 * A text in capitals, in the case of a sentence. Names and acronyms that another text has keep their capitals, unless they
 * are also words that begin sentences: "WHO", « UN ».
 */
function unshouted(text: string, language: Language, others: readonly string[]): string {
  if (!isShouted(text)) return text;
  const known = new Map(
    others
      .filter((other) => !isShouted(other))
      .flatMap((other) => other.match(names) ?? [])
      .filter((name) => !isSentenceOpener(name, language))
      .map((name) => [name.toLowerCase(), name]),
  );
  const lower = text.replaceAll(/\p{L}[\p{L}\d-]*/gu, (word) => {
    // "Clermont-Ferrand : LE MAIRE…"
    if (/\p{Ll}/u.test(word)) return word;
    return known.get(word.toLowerCase()) ?? word.toLowerCase();
  });
  return lower.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

/**
 * A text with the capitals that a newspaper's typesetter would print: no shouting, and in French the accents that capitals
 * lost ("A Paris, l’Etat").
 *
 * @param others  texts about the same event, which show the names in a text in capitals
 */
export function withCapitals(
  text: string,
  language: Language,
  others: readonly string[] = [],
): string {
  const calm = unshouted(text, language, others);
  if (language === "en") return calm;
  return calm
    .replaceAll(unaccented, (word) => accented.get(word) ?? word)
    .replaceAll(preposition, "À");
}
