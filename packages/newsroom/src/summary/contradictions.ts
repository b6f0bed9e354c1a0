import type { Language } from "@matinale/contracts";
import { storyWords } from "../clustering/story-words.ts";
import { inDigits } from "../text/number-words.ts";
import { sentences } from "../text/sentences.ts";
import { hedge, markedIn, negation, negative, open } from "./certainty.ts";
import {
  type Action,
  actionsIn,
  type Deed,
  deedsIn,
  hasVerb,
  isSameVerb,
  sharesWord,
  verbsIn,
} from "./deeds.ts";
import { tollOf, type Toll } from "./tolls.ts";
import { provenIn, verdictsIn } from "./verdicts.ts";

/** What an article counts, from what to what it says a number changed, who did what to whom, and what it denies or leaves open. */
export type Statements = {
  /** For each number, the words after each mention of it. None when the noun is left out: "5 of them". */
  units: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** "4>3.75" */
  changes: ReadonlySet<string>;
  actions: readonly Action[];
  deeds: readonly Deed[];
  /** Verbs and nouns after a negation, and all words that follow none. */
  negated: ReadonlySet<string>;
  affirmed: ReadonlySet<string>;
  /** The words of sentences without any negative word. */
  plain: ReadonlySet<string>;
  /** Verbs and nouns after a word of doubt, and all words that follow none. */
  hedged: ReadonlySet<string>;
  certain: ReadonlySet<string>;
  /** Whether anything rises, and whether anything falls. */
  directions: readonly [boolean, boolean];
  toll: Toll;
  /** Of its words of crimes and convictions: all, and those that it tells as facts. */
  verdicts: ReadonlySet<string>;
  proven: ReadonlySet<string>;
};

/** A number that is no percentage, and the words after it until another number or the end of the clause. */
const counted = /(?<![\d.])(\d+(?:\.\d+)?)(?!\.?\d)(?!\s?%)([^\d.,;:()«»“”"!?]*)/gu;
const year = /^(?:19|20)\d\d$/u;
/** People are dead or missing: the word after them says what is counted. */
const people = /^(?:people|person|personn|habitant|resident)$/u;
const withoutNoun =
  /^\s?(?:of (?:them|which|whom)|at|by|from|in|on|since|au|aux|d[’']entre|dans|depuis|en|par|sur|à)(?!\p{L})/u;

function unitsIn(text: string, language: Language): (readonly [string, readonly string[]])[] {
  return [...inDigits(text, language).matchAll(counted)]
    .filter(([, number = ""]) => !year.test(number))
    .map(([, number = "", after = ""]) => {
      const words = withoutNoun.test(after) ? [] : storyWords(after, language);
      return [number, words.filter((word) => !people.test(word)).slice(0, 2)] as const;
    });
}

/** "From 4% to 3.75%", "to 3.75% from 4%", « à 3,75 %, contre 4 % ». */
const changed =
  /(\d+(?:\.\d+)?)[^\d.,;]{0,20}\s(?:to|à)\s[£$€]?(\d+(?:\.\d+)?)|\s(?:to|à)\s[£$€]?(\d+(?:\.\d+)?)[^.;]{0,40}?\s(?:from|contre)\s[£$€]?(\d+(?:\.\d+)?)/gu;
const changesIn = (text: string, language: Language): (readonly [string, string])[] =>
  [...inDigits(text, language).matchAll(changed)].map(
    ([, from = "", to = "", lateTo, lateFrom]) => [lateFrom ?? from, lateTo ?? to] as const,
  );

const directions: Record<Language, readonly [RegExp, RegExp]> = {
  fr: [
    /(?<!\p{L})(?:accél|augment|bondi|grimp|hausse|progress|remont)/iu,
    /(?<!\p{L})(?:baiss|chut|dimin|fléchi|plong|ralenti|recul|repli)/iu,
  ],
  en: [
    /(?<!\p{L})(?:climb|gain|gr[eo]w|increas|jump|ris(?:e|es|en|ing)(?!\p{L})|rose|soar|surg)/iu,
    /(?<!\p{L})(?:declin|decreas|drop|eas(?:e|ed|es|ing)(?!\p{L})|f[ae]ll|s[ai]nk|slid|slip|slow|slump)/iu,
  ],
};
const directionsIn = (text: string, language: Language): [boolean, boolean] => {
  const [up, down] = directions[language];
  return [up.test(text), down.test(text)];
};
/** What an article states, for `contradicts`. @param texts  its headline and its summary */
export function statementsOf(texts: readonly string[], language: Language): Statements {
  const all = texts.flatMap((text) => sentences(text, language));
  const units = Map.groupBy(
    all.flatMap((sentence) => unitsIn(sentence, language)),
    ([number]) => number,
  );
  const plain = all.filter((sentence) => !negative[language].test(sentence));
  const text = texts.join(" ");
  return {
    units: new Map([...units].map(([number, each]) => [number, each.map(([, words]) => words)])),
    changes: new Set(
      all.flatMap((sentence) => changesIn(sentence, language)).map((each) => each.join(">")),
    ),
    actions: all.flatMap((sentence) => actionsIn(sentence, language)),
    deeds: all.flatMap((sentence) => deedsIn(sentence, language)),
    negated: new Set(markedIn(text, negation, language)),
    affirmed: new Set(verbsIn(text.replace(negation[language], " "), language)),
    hedged: new Set(markedIn(text, hedge, language)),
    certain: new Set(verbsIn(text.replace(hedge[language], " "), language)),
    directions: directionsIn(text, language),
    toll: tollOf({ title: text, summary: "" }, language),
    verdicts: new Set(verdictsIn(text, language)),
    proven: new Set(provenIn(all, language)),
    plain: new Set(plain.flatMap((sentence) => verbsIn(sentence, language))),
  };
}

/**
 * Whether a sentence turns round what its article states, with the article's own numbers and words: it swaps what two
 * numbers count, from what to what a number changed, or who did something to whom, leaves out or adds a negation, states as
 * certain what the article leaves open, turns a fall into a rise, raises a toll, adds a crime or a conviction, or states
 * a charge as a fact.
 */
export function contradicts(sentence: string, article: Statements, language: Language): boolean {
  const mentions = [...article.units.values()].flat();
  const isSwapped = unitsIn(sentence, language).some(
    ([number, [word]]) =>
      word !== undefined &&
      article.units.get(number)?.every((each) => each.length > 0 && !each.includes(word)) ===
        true &&
      mentions.some((each) => each.includes(word)),
  );
  const isReversed = changesIn(sentence, language).some(
    ([from, to]) =>
      from !== to && article.changes.has(`${to}>${from}`) && !article.changes.has(`${from}>${to}`),
  );
  const isInverted = actionsIn(sentence, language).some(({ subject, verb, object }) => {
    const same = article.actions.filter((each) => isSameVerb(each.verb, verb));
    return (
      same.some((each) => sharesWord(each.subject, object) && sharesWord(each.object, subject)) &&
      !same.some((each) => sharesWord(each.subject, subject) && sharesWord(each.object, object))
    );
  });
  const isOfOther = deedsIn(sentence, language).some(({ subject, verb }) => {
    const same = article.deeds.filter((each) => isSameVerb(each.verb, verb));
    return (
      same.length > 0 &&
      same.every((each) => !sharesWord(each.subject, subject)) &&
      subject.some((word) => article.certain.has(word))
    );
  });
  const verbs = verbsIn(sentence, language);
  const losesNegation =
    !negative[language].test(sentence) &&
    verbs.some((verb) => article.negated.has(verb) && !article.affirmed.has(verb));
  const addsNegation = markedIn(sentence, negation, language).some(
    (verb) => article.plain.has(verb) && !article.negated.has(verb),
  );
  const losesHedge =
    !open[language].test(sentence) &&
    verbs.some((verb) => hasVerb(article.hedged, verb) && !hasVerb(article.certain, verb));
  const [rises, falls] = directionsIn(sentence, language);
  const [mayRise, mayFall] = article.directions;
  const isTurned =
    (rises && !falls && !mayRise && mayFall) || (falls && !rises && mayRise && !mayFall);
  const toll = Object.entries(tollOf({ title: sentence, summary: "" }, language));
  const isHigher = toll.some(
    ([kind, count]) => count > (article.toll[kind as keyof Toll] ?? count),
  );
  const isGraver =
    verdictsIn(sentence, language).some((word) => !article.verdicts.has(word)) ||
    provenIn([sentence], language).some((word) => !article.proven.has(word));
  return (
    isSwapped ||
    isReversed ||
    isInverted ||
    isOfOther ||
    losesNegation ||
    addsNegation ||
    losesHedge ||
    isTurned ||
    isHigher ||
    isGraver
  );
}
