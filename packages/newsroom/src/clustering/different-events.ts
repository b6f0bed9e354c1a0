import { sameMeasure, type Measure } from "./measures.ts";
import type { Facts, Name } from "./story-facts.ts";
import { storyKeys } from "./story-keys.ts";
import { atDifferentPhases } from "./story-phases.ts";

/** What a word may add to the name of a place: "Lens", "Lensois"; "Lyon", "lyonnaise". */
const inhabitants = /^(?:s|n?(?:ois|ais|ain|ien|an|in)(?:e|es|s)?|nais(?:e|es)?|er|ers)$/u;
const shortestPlace = 4;

const fromPlace = (place: string, word: string): boolean => {
  const root = place.replace(/(?:es|e|s)$/u, "");
  return [place, root].some(
    (each) =>
      each.length >= shortestPlace &&
      word.startsWith(each) &&
      inhabitants.test(word.slice(each.length)),
  );
};
const lettersOf = (word: string): string => [...word].toSorted().join("");

/** Whether an acronym is made of words that follow each other: "BCE", "Banque centrale européenne". */
function standsFor(acronym: string, from: Facts, { sequence, language }: Facts): boolean {
  // another language has the same words in another order: "ECB"
  const written = (letters: string) => (from.language === language ? letters : lettersOf(letters));
  const initials = sequence.map((word) => word.charAt(0)).join("");
  return sequence.some(
    (_, at) => written(initials.slice(at, at + acronym.length)) === written(acronym),
  );
}

/** Whether a word is in an article, as it is, as the name of people from there, or as the other language writes it. */
function hasWord(word: string, from: Facts, { words, language, keys, acronyms }: Facts): boolean {
  if (words.has(word)) return true;
  if ([...words].some((each) => fromPlace(word, each) || fromPlace(each, word))) return true;
  if (from.language === language) return false;
  return (
    storyKeys(word, from.language).keys.some((key) => keys.has(key)) ||
    [...acronyms].some((each) => lettersOf(each) === lettersOf(word))
  );
}

/**
 * Whether an article has a name, or a part of it that belongs to no other name there: an article that says "Dupont" has
 * "Jean Dupont", one that says "Paul Dupont" has not.
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

/** Whether each side has something that is missing in the other. */
const eachLacks = <T>(
  one: readonly T[],
  other: readonly T[],
  inOther: (each: T) => boolean,
  inOne: (each: T) => boolean,
): boolean => one.some((each) => !inOther(each)) && other.some((each) => !inOne(each));

/** Whether both count the same thing and no number of one fits a number of the other. */
function measuredApart(one: Facts, other: Facts): boolean {
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

/** Whether neither names anything that the other knows, and each has a name or a number of its own. */
function shareNoName(one: Facts, other: Facts, rare: (name: Name) => boolean): boolean {
  const own = (from: Facts, by: Facts) => {
    const names = from.core.names.filter(rare);
    const unknown = names.filter((name) => !knows(name, from, by));
    const uncounted = from.core.measures.filter(
      (measure) => !by.measures.some((each) => sameMeasure(measure, each)),
    );
    return { shared: names.length - unknown.length, alone: unknown.length + uncounted.length };
  };
  const [mine, theirs] = [own(one, other), own(other, one)];
  return mine.shared + theirs.shared === 0 && mine.alone > 0 && theirs.alone > 0;
}

/**
 * Whether two articles that read alike are of two events: each has a name or a number of its own that the other lacks,
 * or they report two phases of one affair. In doubt the answer is yes: an event reported twice does less harm than two
 * events reported as one.
 *
 * @param rare  whether few articles have a name: a name that is everywhere in the news distinguishes nothing
 */
export function areDifferentEvents(
  one: Facts,
  other: Facts,
  rare: (name: Name) => boolean,
): boolean {
  return (
    atDifferentPhases(one.phases, other.phases) ||
    measuredApart(one, other) ||
    // names that two languages write differently are no evidence
    (one.language === other.language && shareNoName(one, other, rare)) ||
    eachLacks(
      [...one.core.countries],
      [...other.core.countries],
      (country) => other.countries.has(country),
      (country) => one.countries.has(country),
    ) ||
    eachLacks(
      one.core.names.filter(rare),
      other.core.names.filter(rare),
      (name) => knows(name, one, other),
      (name) => knows(name, other, one),
    )
  );
}
