import type { Language } from "@matinale/contracts";
import { outletTerms, type Source, type Story } from "../news.ts";
import { zoneOf } from "./edition-zone.ts";
import { insideSentence } from "./attribution.ts";
import { withCapitals } from "../text/capitals.ts";
import { deniesAccusation, isDenial } from "../text/denial.ts";
import { isLivePage, withoutKicker } from "../text/kicker.ts";
import { cutAtWord } from "../text/plain-text.ts";
import { withWeekdays } from "../text/relative-time.ts";
import { typeset } from "../text/typography.ts";
import { plainlyFolded } from "../text/words.ts";
import { changedAt, withOlderToll } from "./tolls.ts";
import { isContested, usableSentences, withoutDepartments } from "./usable-sentences.ts";

export const maxHeadlineLength = 160;

export const isHeadlineOnly = ({ terms }: Source): boolean => terms === "headline";

/** Whether the outlets of a story allow nothing but their headlines. */
export const hasHeadlinesOnly = ({ sources }: Pick<Story, "sources">): boolean =>
  sources.every(isHeadlineOnly);

/** Characters of a summary that says more than a headline, and of one that fills an extractive summary. */
const substantial = [60, 200];
const substance = (source: Source): number =>
  isHeadlineOnly(source) ? 0 : substantial.filter((least) => source.summary.length > least).length;

/**
 * The articles of a story from which a script would be written, the best first: those whose outlets allow the most, then
 * without those that give an older toll, then no live page, whose headline and text are about different things, then with
 * enough to tell, then the newest, then the longest.
 */
export function preferredFirst(
  story: Pick<Story, "sources" | "language">,
  older = withOlderToll(story),
): Source[] {
  return story.sources.toSorted(
    (one, other) =>
      outletTerms.indexOf(one.terms) - outletTerms.indexOf(other.terms) ||
      Number(older.has(one)) - Number(older.has(other)) ||
      Number(isLivePage(one.title)) - Number(isLivePage(other.title)) ||
      substance(other) - substance(one) ||
      changedAt(other) - changedAt(one) ||
      other.summary.length - one.summary.length,
  );
}

/** "| Le Monde", "– The Guardian". A dash without spaces is a hyphen: « cessez-le-feu et libération ». */
const lastPart = /\s*(?:\||\s[–—-]\s)\s*((?:(?!\s[–—-]\s)[^|])+)$/u;
/** What an outlet adds to its name: "BBC News", "Le Monde.fr". */
const addition = /^(?: \p{Lu}\p{L}+|\.\p{L}+)?$/u;

/** What follows the subject of a headline: "Verglas au Québec | Plus de 240 000 clients sans courant". */
const subjectEnd = /\s*\|\s*(\S.*)$/u;
/** « Carburants. Le gazole baisse », « Ligue 1. Rennes bat Lens »: regional outlets end the subject as a sentence. */
const frenchSubjectEnd =
  /(?<=^\p{Lu}[\p{L}’'-]+(?: [\p{L}’'-]+){0,3}(?<=\p{L}{3}|\p{Lu}{2})(?: \d{1,4})?)\.\s+(\S.*)$/u;

/** The title of an article without the outlet's name at its end, without labels, not in capitals, and with a colon after its subject. */
export function sourceTitle({ title, outlet, summary }: Source, language: Language): string {
  const own = title.replace(lastPart, (tail, name: string) =>
    plainlyFolded(name).startsWith(plainlyFolded(outlet)) &&
    addition.test(name.slice(outlet.length).trimEnd())
      ? ""
      : tail,
  );
  const colon = language === "fr" ? " :" : ":";
  // a second colon would follow: "Rennes. « Non » : le maire répond"
  const ofSubject = (_: string, rest: string) =>
    /:\s/u.test(rest) ? `. ${rest}` : `${colon} ${insideSentence(rest, language, [summary])}`;
  // before the colon, after which « A Paris » would begin with a small letter
  const capitals = withCapitals(withoutKicker(own), language, [summary]);
  const labelled = capitals.replace(subjectEnd, ofSubject);
  const headline = language === "fr" ? labelled.replace(frenchSubjectEnd, ofSubject) : labelled;
  return withoutDepartments(headline, language);
}

/**
 * The articles of a story with the source article first: headline, sentences and link all come from that one, because no
 * outlet is responsible for the words of another. It is the preferred article among those that say more than their
 * headline, without an older toll. One of which only the headline may be used comes first only when no outlet allows more.
 */
export function bestArticlesFirst(story: Pick<Story, "sources" | "language">): Source[] {
  const { sources, language } = story;
  const older = withOlderToll(story);
  /** The articles that pass, or all when none does. */
  const preferring = (all: readonly Source[], passes: (source: Source) => boolean) =>
    all.some(passes) ? all.filter(passes) : all;
  const candidates = preferring(
    preferring(preferredFirst(story, older), (source) => !isHeadlineOnly(source)),
    (source) => !older.has(source),
  );
  const best =
    candidates.find(
      (source) => usableSentences(source, sourceTitle(source, language), language).length > 0,
    ) ?? candidates[0];
  return best === undefined ? [] : [best, ...sources.filter((each) => each !== best)];
}

const contestedLabel: Record<Language, string> = {
  fr: " (faits contestés)",
  en: " (allegations denied)",
};

/**
 * The headline of an article that is listed without a script: "yesterday" and the like become the names of days, and it
 * says when what it reports is contested.
 */
export function printedTitle(source: Source, story: Pick<Story, "countries" | "language">): string {
  const { language } = story;
  const written = sourceTitle(source, language);
  const title = withWeekdays(written, language, source.publishedAt, zoneOf(story));
  const isLabelled =
    isContested(source, [title], language, deniesAccusation) && !isDenial(title, language);
  const label = isLabelled ? contestedLabel[language] : "";
  return typeset(cutAtWord(title, maxHeadlineLength) + label, language);
}
