import type { Language } from "@matinale/contracts";
import { months, weekdays } from "../text/calendar.ts";
import { isSentenceOpener } from "../text/claims.ts";
import { countriesIn, countryOf } from "./countries.ts";
import { isTitleCase, sentenceCase } from "../text/headline-case.ts";
import { measuresIn, type Measure } from "./measures.ts";
import { withoutDateline, withoutKicker } from "../text/kicker.ts";
import { sentences } from "../text/sentences.ts";
import { withoutElision, plainlyFolded as folded } from "../text/words.ts";
import { storyKeys } from "./story-keys.ts";
import { phasesOf, type Phases } from "./story-phases.ts";

/** Words with a capital in a row, such as first and family name; in lower case, without accents. */
export type Name = readonly string[];

export type Facts = {
  language: Language;
  headline: string;
  /** The first word of the headline when it may be a name, and the long words after it. */
  opening: { name: string | null; rest: ReadonlySet<string> };
  /** Facts of the headline; for each kind that the headline lacks, those of the first sentence. */
  core: { names: readonly Name[]; countries: ReadonlySet<string>; measures: readonly Measure[] };
  names: readonly Name[];
  countries: ReadonlySet<string>;
  measures: readonly Measure[];
  words: ReadonlySet<string>;
  /** Words in the form that both languages share. */
  keys: ReadonlySet<string>;
  acronyms: ReadonlySet<string>;
  /** Names of storms: two storms are never one event. */
  storms: ReadonlySet<string>;
  /** Words of the place before a French headline. */
  label: ReadonlySet<string>;
  /** Words in order, without short ones: an acronym may be made of their initials. */
  sequence: readonly string[];
  phases: Phases;
};

const wordPattern = /\p{L}[\p{L}\d]*(?:['’&.]\p{L}[\p{L}\d]*)*/gu;
const capital = /^\p{Lu}/u;
const acronym = /^\p{Lu}{2,6}$/u;
/** Writing that only names have: "TotalEnergies", "EDF". */
const oddlyWritten = /^\p{Lu}{2,}\d*$|\p{Ll}\p{Lu}/u;
/** After these every word has a capital. After a colon French continues in lower case. */
const sentenceStart: Record<Language, RegExp> = {
  fr: /(?:^|[.!?…«“"|–—]\s*)$/u,
  en: /(?:^|[.!?:…«“"|–—]\s*)$/u,
};

/** An abbreviation before a name: "Gov. Whitmer", "St. Louis". Its full stop ends no sentence. */
const abbreviated = /(?<!\p{L})\p{Lu}\p{Ll}{0,2}\.\s$/u;

const storm =
  /(?<!\p{L})(?:storms?|temp[êe]te|hurricane|ouragan|typhoon|typhon|cyclone)\s(?:named\s)?(\p{L}{3,})/giu;

/** Words with a capital that are no names alone: days, months, titles, parts of countries' names, kinds of storms, ministries. */
const unspecific = new Set([
  ...[...weekdays.en, ...months.en, ...weekdays.fr].map(folded),
  ...(
    "president king queen pope prince princess sir lord lady prime minister mr mrs ms dr judge general senator pape roi reine ministre monsieur " +
    "madame europe european euro bleus bleues scottish welsh storm hurricane typhoon cyclone tempete ouragan typhon direct live bourse interieur securite secu etats unis united states kingdom royaume uni ivory ivoire"
  ).split(" "),
]);

/** What stands before the field of a ministry, which is no name: « le ministre du Travail et de la Santé ». */
const ministry =
  /(?<!\p{L})(?:minist(?:re|ère)s? (?:(?:du |des |de la |de l['’])\p{L}+ et )?(?:du |des |de la |de l['’])|minist(?:er|ry) (?:of|for) )$/iu;

/** What may be the place before a French headline: "Calais. …", "Saint-Malo : …". */
const labelBefore = /^\p{Lu}[\p{L}’' -]{1,60}(?=\s?[.:]\s)/u;
/** A word of a place's name: "Roche", "l’Isle", "sur". An acronym is none. */
const placeWord = /^(?:(?:\p{L}[’'])?\p{Lu}[\p{Ll}’']+|\p{Ll}{1,4})$/u;

/** The place before a French headline, empty without one. */
function placeBefore(headline: string): string {
  const label = labelBefore.exec(headline)?.[0].trim() ?? "";
  return label.split(/[ -]/u).every((word) => placeWord.test(word)) ? label : "";
}

type Word = { text: string; plain: string; capital: boolean; opens: boolean; adjoins: boolean };

function wordsOf(text: string, language: Language): Word[] {
  let end = 0;
  return [...text.matchAll(wordPattern)].map(({ 0: word, index }) => {
    const gap = text.slice(end, index);
    const own = withoutElision(word);
    const before = text.slice(Math.max(0, index - 6), index);
    const upTo = text.slice(Math.max(0, index - 60), index + word.indexOf(own));
    end = index + word.length;
    return {
      text: own,
      // "Zelenskyy", "Zelenskiy"
      plain: folded(own).replace(/[iy]y$/u, "y"),
      capital: capital.test(own) && !ministry.test(upTo),
      opens: sentenceStart[language].test(before) && !abbreviated.test(before),
      adjoins: gap === " " || gap === "-",
    };
  });
}

const mayBeName = ({ text, plain, capital }: Word, language: Language): boolean =>
  capital &&
  plain.length > 1 &&
  !unspecific.has(plain) &&
  !isSentenceOpener(plain, language) &&
  countryOf(text) === null;

/**
 * `possible`: words that always have a capital. Of these, `sure`: inside a sentence, or in the writing of names; `likely`:
 * those that begin two sentences.
 */
function namingWords(
  words: readonly Word[],
  language: Language,
): { possible: Set<string>; sure: Set<string>; likely: Set<string> } {
  const small = new Set(words.filter((word) => !word.capital).map(({ plain }) => plain));
  const names = words.filter((word) => mayBeName(word, language) && !small.has(word.plain));
  const opening = names.filter(({ opens }) => opens).map(({ plain }) => plain);
  return {
    possible: new Set(names.map(({ plain }) => plain)),
    sure: new Set(
      names
        .filter(({ opens, text }) => !opens || oddlyWritten.test(text))
        .map(({ plain }) => plain),
    ),
    likely: new Set(opening.filter((word, position) => opening.indexOf(word) !== position)),
  };
}

function namesIn(
  words: readonly Word[],
  language: Language,
  naming: ReadonlySet<string>,
): string[][] {
  const names: string[][] = [];
  let open: string[] | null = null;
  for (const word of words) {
    if (!mayBeName(word, language) || !naming.has(word.plain)) {
      open = null;
    } else if (open !== null && word.adjoins) {
      open.push(word.plain);
    } else {
      open = [word.plain];
      names.push(open);
    }
  }
  return names;
}

/**
 * The facts of an article that distinguish two events of one kind.
 *
 * @param article  title and summary in plain text; the summary may be empty
 */
export function factsOf(article: { language: Language; title: string; summary: string }): Facts {
  const { language } = article;
  // brackets have the acronym of a name, or a time
  const summary = withoutDateline(article.summary).replaceAll(/\s\([^()]*\)/gu, "");
  const headline = withoutKicker(article.title);
  const title = language === "en" ? sentenceCase(headline, [summary]) : headline;
  const [lead = ""] = sentences(summary, language);
  const isShown = language !== "en" || !isTitleCase(headline);
  const inTitle = wordsOf(title, language).map((word) => ({
    ...word,
    opens: word.opens || !isShown,
  }));
  const inSummary = wordsOf(summary, language);
  const all = [...inTitle, ...inSummary];
  const { possible, sure, likely } = namingWords(all, language);
  const naming = new Set([...sure, ...likely]);
  const names = (words: readonly Word[]) => namesIn(words, language, naming);
  const titleNames = names(inTitle);
  const titleIsSure = titleNames.some((name) => name.some((word) => sure.has(word)));
  const titleCountries = countriesIn(title);
  const titleMeasures = measuresIn(title, language);
  const leadMeasures = measuresIn(lead, language);
  const [first, ...rest] = inTitle;
  const unitsOfTitle = new Set(titleMeasures.map(({ unit }) => unit));
  return {
    language,
    headline: folded(article.title),
    opening: {
      name: first !== undefined && possible.has(first.plain) ? first.plain : null,
      rest: new Set(rest.map(({ plain }) => plain).filter((word) => word.length > 3)),
    },
    core: {
      names: titleIsSure ? titleNames : [...titleNames, ...names(wordsOf(lead, language))],
      countries: titleCountries.size > 0 ? titleCountries : countriesIn(lead),
      measures: [...titleMeasures, ...leadMeasures.filter(({ unit }) => !unitsOfTitle.has(unit))],
    },
    names: [...titleNames, ...names(inSummary)],
    countries: countriesIn(`${title}. ${summary}`),
    measures: [...titleMeasures, ...measuresIn(summary, language)],
    words: new Set(all.map(({ plain }) => plain)),
    keys: new Set([...storyKeys(title, language).keys, ...storyKeys(summary, language).keys]),
    acronyms: new Set(all.filter(({ text }) => acronym.test(text)).map(({ plain }) => plain)),
    storms: new Set(
      [...`${title}. ${summary}`.matchAll(storm)]
        .map(([, name = ""]) => folded(name))
        .filter((name) => naming.has(name)),
    ),
    label: new Set(
      wordsOf(language === "fr" ? placeBefore(title) : "", language)
        .filter((word) => mayBeName(word, language))
        .map(({ plain }) => plain),
    ),
    sequence: all.map(({ plain }) => plain).filter((word) => word.length > 3),
    phases: phasesOf(title, lead),
  };
}
