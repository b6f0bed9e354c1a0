import type { Language } from "@matinale/contracts";
import { pronunciations } from "../reading/pronunciations.ts";
import { months, weekdays } from "./calendar.ts";
import { isSentenceOpener } from "./claims.ts";
import { regionNames } from "./region-names.ts";
import { folded } from "./words.ts";

/** A share of capitals above this is a shout, not a name. */
const shoutedShare = 0.6;
/** A shorter text may be an acronym. */
const minLetters = 12;

/** Whether a text is in capitals. */
export function isShouted(text: string): boolean {
  const all = text.match(/\p{L}/gu) ?? [];
  const capitals = all.filter((letter) => /\p{Lu}/u.test(letter)).length;
  return all.length >= minLetters && capitals / all.length > shoutedShare;
}

/** "Paris" and "TotalEnergies" inside a sentence, "OTAN", "COP30", "G7". */
const namePattern =
  /(?<=\p{L}[,;]?\s(?:\p{L}{1,2}[’'])?)\p{Lu}[\p{L}’'-]*\p{Ll}[\p{L}’'-]*|(?<![\p{L}\d])\p{Lu}(?:\p{Lu}+\d*|\d+)(?![\p{L}\d])/gu;

/** Names of the pronunciations, countries and months that are more often other words: "un marchand", "may". */
const alsoWords = new Set(
  (
    "apple cassis duda fico gemini ill kane keir kemi loch march may meta niel pau temu vance vannes " +
    "vought jersey turkey reunion"
  ).split(" "),
);
/** Names that need no pronunciation, and acronyms with a vowel: those without one need no list. */
const moreNames: Record<Language, string> = {
  fr:
    "UE USA IA ADN EDF ONG OMS TVA RSA PME CIA FBI " +
    "Annecy Arcom Arkansas Arnault AstraZeneca Dax Deschamps Inserm Kiev Leclerc Michigan Montréal Neuilly Ozempic Peugeot Pinault " +
    "Renault Retailleau Rouen Starlink Stellantis Trudeau Unédic Urssaf",
  en:
    "UK US USA EU UN AI PM FBI CIA " +
    "Airbus AstraZeneca Bardella Bundesbank Calais Defra Fatah Frederiksen Gabbard Gaza Glasgow Glencore Greenwich Greta Hamas Hegseth Hezbollah " +
    "Kwarteng Kyoto Lavrov Machado Maduro Mattarella Medvedev Modi Noboa Norwich Ofcom Ofgem Ofsted Ozempic Plymouth Pokrovsk " +
    "Portsmouth Pyongyang Sabalenka Salisbury Siemens Starmer Stellantis Stoltenberg Tallinn Thames",
};
/** "PSG", "NHS", "LR", but "Mr" and the letters of « l’eau ». */
const withoutVowel = /^(?!(?:MRS?|MS|MM|DR|ST|VS)$)[B-DF-HJ-NP-TV-XZ]{2,}$/u;
/** "F1", "G7", "N118". */
const lettered = /^\p{Lu}\d+$/u;
const romanNumber = /^[IVX]{2,}$/u;

/** What keeps its capitals in every text, by its folded form. */
function alwaysCapital(language: Language): ReadonlyMap<string, string> {
  const countries = regionNames(language).map(([, name]) => name);
  const days = language === "en" ? [...weekdays.en, ...months.en] : [];
  const names = [...Object.keys(pronunciations[language]), ...countries, ...days]
    .filter((name) => /^\p{Lu}[\p{L}-]{2,}$/u.test(name))
    .filter((name) => !alsoWords.has(folded(name)));
  return new Map([...names, ...moreNames[language].split(" ")].map((name) => [folded(name), name]));
}
const known: { [language in Language]?: ReadonlyMap<string, string> } = {};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A verb that a participle follows: « a condamné », « est blessée ». Before « par » there is one, too. */
const auxiliary =
  /(?:^|\s)(?:a|ont|avait|est|sont|était|ete|été|être|etre|ayant|sera|seront|très|tres)\s$/iu;

/** « l’été », « le marché »: no participle. */
const afterArticle =
  /(?<=(?<!\p{L})(?:(?:la|le|un|une|ce|cet|cette|du|au|sa|son|de|en)\s|[ld][’']))\p{L}+é(?!\p{L})/giu;

/** « A Paris », « a la Bourse » and « a 13 % » inside a sentence, where capitals had no accent. */
const beforePlace = /(?<=\s)a(?=\s(?:la\s|l[’']|\p{Lu}\p{Ll}|\d[\d\s.,]*(?:[%€$]|h(?!\p{L}))))/gu;

/** Letters of a word that are common with another, after folding. */
function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && folded(one.charAt(length)) === folded(other.charAt(length)))
    length += 1;
  return length;
}

/** Fewer common letters may be two families of words: « coté » and « côte ». */
const minStem = 5;
/** Each French word that begins with e and one consonant has the accent: « élection », « écologie ». Two consonants close the syllable. */
const initialE =
  /^e(?=(?:[bcdfgjklmnpqrstvz]|[bcdfgpt][lr]|ch|ph|th|qu|gn)[aeiouyéèêâîôû])(?!go|lon$|tre$|tes$)/u;

/**
 * A French word in small letters with its accents: those of the same word in the texts, else those of the longest common
 * stem. An è or a last é may belong to another form of the word, « lève » and « lever », « condamne » and « condamné ».
 *
 * @param keepsLast  whether a last é of the same word is right
 */
function withAccents(word: string, written: readonly string[], keepsLast: boolean): string {
  const same = written.filter((each) => folded(each) === word);
  const [form = ""] = same;
  if (same.length > 0) {
    if (isSentenceOpener(word, "fr") || same.some((each) => each !== form)) return word;
    return form.endsWith("é") && !keepsLast ? `${form.slice(0, -1)}e` : form;
  }
  const stems = written
    .map((each) => ({ each, length: commonLength(word, each) }))
    .filter(({ length }) => length >= minStem)
    .toSorted((one, other) => other.length - one.length);
  const [{ each, length } = { each: "", length: 0 }] = stems;
  const ending = word.slice(length);
  const stem = Array.from(each.slice(0, length), (letter, at) => {
    const plain = word.charAt(at);
    if (letter === "è") return plain;
    if (letter === "ç") return /^[aou]/u.test(word.slice(at + 1)) ? letter : plain;
    const isLast = at === each.length - 1 || at === length - 1;
    return letter === "é" && isLast && !/^e?s?$/u.test(ending) ? plain : letter;
  });
  return (stem.join("") + ending).replace(initialE, "é");
}

/**
 * A text in capitals, in the case of a sentence. Words that are capitals in other texts keep theirs, unless they also
 * begin sentences: "WHO", « UN ». So do countries, known names, and acronyms. French words get their accents back. When all
 * texts are in capitals, nothing shows the names, and each word that may be one keeps its first capital.
 *
 * @param others  texts about the same event, which show names and accents
 */
export function unshouted(text: string, language: Language, others: readonly string[]): string {
  if (!isShouted(text)) return text;
  const calm = others.filter((other) => !isShouted(other));
  const isAlone = others.length > 0 && calm.length === 0;
  const written = calm
    .flatMap((other) => other.match(/\p{L}+/gu) ?? [])
    .map((word) => word.toLowerCase());
  const nouns = new Set(
    calm.flatMap((other) => other.match(afterArticle) ?? []).map((noun) => folded(noun)),
  );
  const always = (known[language] ??= alwaysCapital(language));
  const named = new Map(
    calm
      .flatMap((other) => other.match(namePattern) ?? [])
      .filter((name) => !isSentenceOpener(name, language))
      .map((name) => [folded(name), name]),
  );
  const nameOf = (word: string): string | undefined => {
    const plain = folded(word);
    return named.get(plain) ?? always.get(plain);
  };
  const small = (word: string, before: string, after: string): string => {
    // "$1.2TN"
    const isUnit = /\d$/u.test(before);
    if (!isUnit && (withoutVowel.test(word) || romanNumber.test(word) || lettered.test(word)))
      return word;
    const name = nameOf(word);
    if (name !== undefined) return name;
    const lower = word.toLowerCase();
    const mayBeName = isAlone && !isUnit && !isSentenceOpener(lower, language);
    if (language === "en" || isUnit || folded(lower) !== lower)
      return mayBeName ? capitalised(lower) : lower;
    const keepsLast = nouns.has(lower) || auxiliary.test(before) || /^\spar\s/iu.test(after);
    const accented = withAccents(lower, written, keepsLast);
    return mayBeName ? capitalised(accented) : accented;
  };
  const lower = text.replaceAll(/\p{L}[\p{L}\d-]*/gu, (word, at: number) => {
    // "Clermont-Ferrand : LE MAIRE…"
    if (/\p{Ll}/u.test(word)) return word;
    const whole = nameOf(word);
    if (whole !== undefined) return whole;
    const end = at + word.length;
    return word
      .split("-")
      .map((part) => small(part, text.slice(0, at), text.slice(end)))
      .join("-");
  });
  const accented = language === "fr" ? lower.replaceAll(beforePlace, "à") : lower;
  return accented.replaceAll(
    /^[^\p{L}]*\p{L}|[.!?]\s\p{L}/gu,
    (opening) => opening.slice(0, -1) + capitalised(opening.slice(-1)),
  );
}
