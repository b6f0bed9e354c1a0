import { sameMeasure, type Measure } from "./measures.ts";
import type { Facts, Name } from "./story-facts.ts";
import { wordKeys } from "./story-keys.ts";

/** Endings that make a place's name the name of its people: "Lens", "Lensois"; "Lyon", "lyonnaise". */
const inhabitants = /^(?:s|n?(?:ois|ais|ain|ien|an|in)(?:e|es|s)?|nais(?:e|es)?|er|ers)$/u;
const minPlaceLength = 4;

const fromPlace = (place: string, word: string): boolean => {
  const root = place.replace(/(?:es|e|s)$/u, "");
  return [place, root].some(
    (each) =>
      each.length >= minPlaceLength &&
      word.startsWith(each) &&
      inhabitants.test(word.slice(each.length)),
  );
};
const lettersOf = (word: string): string => [...word].toSorted().join("");

/** Whether an acronym has the initials of words in a row: "BCE", "Banque centrale européenne". */
function standsFor(acronym: string, from: Facts, { sequence, language }: Facts): boolean {
  // in the other language the same words may have another order: "ECB"
  const written = (letters: string) => (from.language === language ? letters : lettersOf(letters));
  const initials = sequence.map((word) => word.charAt(0)).join("");
  return sequence.some(
    (_, at) => written(initials.slice(at, at + acronym.length)) === written(acronym),
  );
}

/** Names of one market. */
const markets = ["paris parisien parisienne cac", "wall nasdaq dow york"].map(
  (words) => new Set(words.split(" ")),
);
const namesMarket = (word: string, words: ReadonlySet<string>): boolean =>
  markets.some((market) => market.has(word) && [...market].some((each) => words.has(each)));

/** Whether an article contains a word: unchanged, as the name of a place's people, or as the other language writes it. */
function hasWord(word: string, from: Facts, { words, language, keys }: Facts): boolean {
  if (words.has(word) || namesMarket(word, words)) return true;
  if ([...words].some((each) => fromPlace(word, each) || fromPlace(each, word))) return true;
  if (from.language === language) return false;
  return wordKeys(word, from.language).some((key) => keys.has(key));
}

/**
 * Whether an article contains a name, or a part of it that belongs to no other name: an article with "Dupont" knows
 * "Jean Dupont", an article with "Paul Dupont" does not.
 */
function knows(name: Name, from: Facts, by: Facts): boolean {
  const within = (few: Name, many: Name) => few.every((word) => many.includes(word));
  if (by.names.some((each) => within(each, name) || within(name, each))) return true;
  const [first = "", last = first] = [name[0], name.at(-1)];
  const alone = (word: string) => !by.names.some((each) => each.length > 1 && each.includes(word));
  if ([first, last].some((word) => alone(word) && hasWord(word, from, by))) return true;
  const [only, ...more] = name;
  if (only === undefined || more.length > 0) return false;
  return hasWord(only, from, by) || (from.acronyms.has(only) && standsFor(only, from, by));
}

/** Whether each list has an element that the other article lacks. */
const eachLacks = <T>(
  one: readonly T[],
  other: readonly T[],
  inOther: (each: T) => boolean,
  inOne: (each: T) => boolean,
): boolean => one.some((each) => !inOther(each)) && other.some((each) => !inOne(each));

const areDisjoint = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && other.size > 0 && [...one].every((each) => !other.has(each));

const withoutNumbers = (headline: string): string => headline.replaceAll(/\d+/gu, "#");

/** Whether two headlines are equal but for their numbers: "The news at 7:00", "Version 4.1 of the browser". */
const areOfOneSeries = (one: Facts, other: Facts): boolean =>
  one.headline !== other.headline &&
  withoutNumbers(one.headline) === withoutNumbers(other.headline);

/** Two headlines are alike after their first word when they share this part of the long words there. */
const alikeShare = 0.75;

/** Whether two headlines say the same of two names: "Danone cuts 500 jobs in France", "Michelin cuts 500 jobs in France". */
function saySameOfTwo(one: Facts, other: Facts, rare: (name: Name) => boolean): boolean {
  const [mine, theirs] = [one.opening, other.opening];
  if (one.language !== other.language || mine.name === null || theirs.name === null) return false;
  if (other.words.has(mine.name) || one.words.has(theirs.name)) return false;
  const alike = [...mine.rest].filter((word) => theirs.rest.has(word)).length;
  return (
    alike > 1 &&
    alike >= alikeShare * Math.max(mine.rest.size, theirs.rest.size) &&
    rare([mine.name]) &&
    rare([theirs.name])
  );
}

/** Whether both articles measure the same unit and no value of one fits a value of the other. */
function haveDifferentMeasures(one: Facts, other: Facts): boolean {
  const units = new Set(one.core.measures.map(({ unit }) => unit));
  const of = (measures: readonly Measure[], unit: string) =>
    measures.filter((each) => each.unit === unit);
  const among = (measures: readonly Measure[]) => (each: Measure) =>
    measures.some((against) => sameMeasure(each, against));
  return [...units].some((unit) => {
    const [mine, theirs] = [of(one.core.measures, unit), of(other.core.measures, unit)];
    return (
      theirs.length > 0 && !mine.some(among(other.measures)) && !theirs.some(among(one.measures))
    );
  });
}

/** Whether the articles share no name, and each has a name or a measure that the other lacks. */
function shareNoName(one: Facts, other: Facts, rare: (name: Name) => boolean): boolean {
  const own = (from: Facts, by: Facts) => {
    const names = from.core.names.filter(rare);
    const unknown = names.filter((name) => !knows(name, from, by));
    const uncounted = from.core.measures.filter(
      (measure) =>
        // "douze villes" and "douze communes"
        !by.measures.some((each) => each.value === measure.value || sameMeasure(measure, each)),
    );
    return { shared: names.length - unknown.length, alone: unknown.length + uncounted.length };
  };
  const [mine, theirs] = [own(one, other), own(other, one)];
  return mine.shared + theirs.shared === 0 && mine.alone > 0 && theirs.alone > 0;
}

/** A figure of at least three digits, zeros at the end apart: two firms may both cut 500 jobs, but hardly 3,120. */
const isTelling = (value: number): boolean =>
  value >= 100 && String(value).replace(/\.|0+$/gu, "").length >= 3;
/** Whether both headlines or first sentences have one telling figure: the same magnitude, fine, price or number of jobs. */
const shareFigure = (one: Facts, other: Facts): boolean =>
  one.core.measures.some((mine) => {
    const { unit, value } = mine;
    if (unit === "magnitude") return other.core.measures.some((each) => sameMeasure(mine, each));
    return (
      unit !== "score" &&
      unit !== "race" &&
      isTelling(value) &&
      other.core.measures.some((theirs) => theirs.unit === unit && theirs.value === value)
    );
  });

const haveDifferentNames = (one: Facts, other: Facts, rare: (name: Name) => boolean): boolean =>
  // two languages may write a name differently, so a missing name proves nothing
  (one.language === other.language && shareNoName(one, other, rare)) ||
  eachLacks(
    one.core.names.filter(rare),
    other.core.names.filter(rare),
    (name) => knows(name, one, other),
    (name) => knows(name, other, one),
  );

/** Whether a measure of the headline or the first sentence of one article is in the other. */
export const shareMeasure = (one: Facts, other: Facts): boolean =>
  one.core.measures.some((mine) => other.measures.some((theirs) => sameMeasure(mine, theirs)));

/**
 * Whether two similar articles report two events: each has a country or measure that the other lacks, or a name without a
 * figure that both have, they are parts of a series, or they report two phases of one affair. In doubt the answer is yes: it
 * is worse to report two events as one than to report one event twice.
 *
 * @param rare  whether few articles contain a name: a frequent name does not distinguish events
 */
export function areDifferentEvents(
  one: Facts,
  other: Facts,
  rare: (name: Name) => boolean,
): boolean {
  return (
    one.phases.some((phases, at) => areDisjoint(phases, other.phases[at] ?? phases)) ||
    areOfOneSeries(one, other) ||
    haveDifferentMeasures(one, other) ||
    saySameOfTwo(one, other, rare) ||
    areDisjoint(one.storms, other.storms) ||
    (areDisjoint(one.label, other.words) && areDisjoint(other.label, one.words)) ||
    (!shareFigure(one, other) && haveDifferentNames(one, other, rare)) ||
    eachLacks(
      [...one.core.countries],
      [...other.core.countries],
      (country) => other.countries.has(country),
      (country) => one.countries.has(country),
    )
  );
}
