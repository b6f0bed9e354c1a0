import { languages, type Language } from "@matinale/contracts";
import { regionNames } from "../text/region-names.ts";
import { plainlyFolded as folded } from "../text/words.ts";

/** Codes to leave out: regions that are no countries, and names that more often mean a person, a US state or a bird. */
const excluded: Record<Language, ReadonlySet<string>> = {
  fr: new Set(["EU", "EZ", "UN", "QO", "FX", "MU"]),
  en: new Set(["EU", "EZ", "UN", "QO", "FX", "TD", "JO", "GE", "JE"]),
};

/** Other names of countries in the press, and adjectives that are not formed from the name. */
const calledAlso: Record<string, string> = {
  US: "etats-unis america american americain americaine usa",
  GB: "grande-bretagne britain british briton britannique royaume-uni uk angleterre england english anglais anglaise labour tory tories travailliste travaillistes",
  FR: "french",
  DE: "allemand allemande german",
  ES: "spanish spaniard espagnol espagnole",
  GR: "greek grec grecque",
  NL: "pays-bas dutch holland neerlandais neerlandaise",
  DK: "danish dane danois danoise",
  SE: "swedish swede",
  FI: "finnish finn",
  PL: "polish polonais polonaise",
  TR: "turkey turkish turc turque",
  CZ: "czech tcheque",
  CH: "swiss suisse",
  BE: "belge belgian",
  PE: "peruvian peruvien peruvienne",
  RU: "russe russian",
  NO: "norwegian norvegien norvegienne",
  IE: "irish irlandais irlandaise",
  KR: "coree",
  PH: "philippin philippine filipino",
  SA: "saudi saoudien saoudienne",
};

const adjective =
  /^(?:ien|ienne|en|enne|ais|aise|ois|oise|ain|aine|in|ine|an|ane|een|eenne|ian|ean|ese|ish|i|ol|ole|nian)?s?$/u;
const minRootLength = 3;

/** Name of a country in lower case without accents, to the country's code. */
const names: ReadonlyMap<string, string> = new Map(
  languages.flatMap((language) =>
    regionNames(language)
      .filter(([code]) => !excluded[language].has(code))
      .map(([code, name]): [string, string] => {
        // "UK" is an alias of "GB"
        const { region = code } = new Intl.Locale(`und-${code}`);
        return [folded(name).replace(/ \(.*\)$/u, ""), region];
      }),
  ),
);
const others: ReadonlyMap<string, string> = new Map(
  Object.entries(calledAlso).flatMap(([code, words]) =>
    words.split(" ").map((word): [string, string] => [word, code]),
  ),
);
const roots: ReadonlyMap<string, string> = new Map(
  [...names]
    .filter(([name]) => /^\p{L}+$/u.test(name))
    .map(([name, code]): [string, string] => [name.replace(/(?:ie|ia|[eaoy])$/u, ""), code])
    .filter(([root]) => root.length >= minRootLength),
);
const severalWords = [
  ...[...names].filter(([name]) => /[ -]/u.test(name)),
  ["ivory coast", "CI"] as const,
];

/** The code of the country that a word names, or whose adjective it is: "Kenya", "kényan", "British"; else null. */
export function countryOf(word: string): string | null {
  if (/^U\.?S$/u.test(word)) return "US";
  const plain = folded(word.replace(".", ""));
  const named = names.get(plain) ?? others.get(plain) ?? others.get(plain.replace(/s$/u, ""));
  if (named !== undefined) return named;
  for (let length = plain.length; length >= minRootLength; length -= 1) {
    const code = roots.get(plain.slice(0, length));
    const ending = plain.slice(length);
    // in lower case "island" and "roman" are common words, not Iceland or Romania
    if (/^s?$/u.test(ending) && !/^\p{Lu}/u.test(word)) continue;
    if (code !== undefined && adjective.test(ending)) return code;
  }
  return null;
}

export function countriesIn(text: string): Set<string> {
  const plain = folded(text);
  const found = severalWords.filter(([name]) => plain.includes(name)).map(([, code]) => code);
  const words = text.match(/\bU\.[SK]\b|\p{L}+(?:-\p{L}+)*/gu) ?? [];
  for (const word of words) {
    const code = countryOf(word);
    if (code !== null) found.push(code);
  }
  return new Set(found);
}
