import type { Language } from "@matinale/contracts";
import { outletTerms, type Source, type Story } from "../news.ts";
import { withCapitals } from "../text/capitals.ts";
import { isDenial } from "../text/denial.ts";
import { withoutKicker } from "../text/kicker.ts";
import { cutAtWord } from "../text/plain-text.ts";
import { typeset } from "../text/typography.ts";
import { isContested, usableSentences } from "./usable-sentences.ts";

export const maxHeadlineLength = 160;

/** Whether only the headline of an article may be used. */
export const isHeadlineOnly = ({ terms }: Source): boolean => terms === "headline";

/** Whether the outlets of a story allow nothing but their headlines. */
export const hasHeadlinesOnly = ({ sources }: Pick<Story, "sources">): boolean =>
  sources.every(isHeadlineOnly);

/**
 * The articles whose outlets allow the most first, then those with the longest summaries, equal ones in their order; above
 * 600 characters all are equal.
 */
export const byTermsAndLength = (sources: readonly Source[]): Source[] =>
  sources.toSorted(
    (one, other) =>
      outletTerms.indexOf(one.terms) - outletTerms.indexOf(other.terms) ||
      Math.min(other.summary.length, 600) - Math.min(one.summary.length, 600),
  );

/** The title of an article without the outlet's name at its end, without labels, and not in capitals. */
export function sourceTitle({ title, outlet, summary }: Source, language: Language): string {
  const own = title.replace(/\s*[|–—-]\s*[^|–—-]{2,30}$/u, (tail) =>
    tail.toLowerCase().includes(outlet.toLowerCase()) ? "" : tail,
  );
  return withCapitals(withoutKicker(own), language, [summary]);
}

/**
 * The articles of a story with the source article first: headline, sentences and link all come from that one, because no
 * outlet is responsible for the words of another. It is the article with the longest summary that says more than its
 * headline. One of which only the headline may be used comes first only when no outlet allows more.
 */
export function bestArticlesFirst({
  sources,
  language,
}: Pick<Story, "sources" | "language">): Source[] {
  const longestFirst = byTermsAndLength(sources);
  const allowed = longestFirst.filter((source) => !isHeadlineOnly(source));
  const best = (allowed.length > 0 ? allowed : longestFirst).find(
    (source) => usableSentences(source, sourceTitle(source, language), language).length > 0,
  );
  return best === undefined ? longestFirst : [best, ...sources.filter((each) => each !== best)];
}

const contestedLabel: Record<Language, string> = { fr: " (faits contestés)", en: " (denied)" };

/** The headline of an article that is listed without a script. It says when what it reports is contested. */
export function printedTitle(source: Source, language: Language): string {
  const title = sourceTitle(source, language);
  const isLabelled = isContested(source, [title], language) && !isDenial(title, language);
  const label = isLabelled ? contestedLabel[language] : "";
  return typeset(cutAtWord(title, maxHeadlineLength) + label, language);
}
