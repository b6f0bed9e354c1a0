/** A text in lower case without accents, for comparisons. */
export const folded = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** `folded`, with straight apostrophes. */
export const plainlyFolded = (text: string): string => folded(text).replaceAll("’", "'");

/** Quotations with their marks, and one that is not closed. */
export const quotations = /[«“‘"][^»”’"]*(?:[»”’"]|$)/gu;

/** The days of the week in French, as a part of a pattern. */
export const frenchWeekdays = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche";

/** The word without the article or pronoun before an apostrophe, and without the English genitive. */
export const withoutElision = (word: string): string =>
  word
    .replace(/^(?:[ldjmnstc]|qu|jusqu|lorsqu|puisqu)['’](?=\p{L}{2})/iu, "")
    .replace(/['’]s?$/u, "");
