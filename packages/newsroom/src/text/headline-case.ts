const word = /\p{L}[\p{L}\d’'-]*/gu;
const capital = /^\p{Lu}\p{Ll}/u;
/** A headline is in title case when at least this share of the words after the first has a capital. */
const titleCase = 0.6;

/** The form in which words are compared: without the endings of plurals and verbs. */
const stemOf = (text: string): string =>
  text.length > 4 ? text.toLowerCase().replace(/(?:ing|ed|es|s|e)$/u, "") : text.toLowerCase();

const small =
  "a an the and but or nor for of to in on at by as from into over after with is are was be its it his her their not no up out off";
const smallWords = new Set(small.split(" "));

/** Whether an English headline is in Title Case, in which a capital does not show a name. */
export function isTitleCase(headline: string): boolean {
  const [, ...rest] = headline.match(word) ?? [];
  const capitals = rest.filter((each) => capital.test(each) && each.length > 1).length;
  return rest.length > 0 && capitals >= rest.length * titleCase;
}

/** Whether an English headline has words in lower case that Title Case would write with a capital. */
export const isSentenceCase = (headline: string): boolean =>
  (headline.match(word) ?? []).some((each) => /^\p{Ll}{3,}$/u.test(each) && !smallWords.has(each));

/**
 * An English headline in Title Case, changed to sentence case. In Title Case a capital does not show a name, so a word
 * loses its capital when the texts write it in lower case. Other words keep it, and are checked against the sources like
 * all names.
 *
 * @param texts  the articles, and the sentences about them
 */
export function sentenceCase(headline: string, texts: readonly string[]): string {
  if (!isTitleCase(headline)) return headline;
  const written = texts.flatMap((text) => text.match(word) ?? []);
  const known = new Set(written.filter((each) => /^\p{Ll}/u.test(each)).map(stemOf));
  let isFirst = true;
  return headline.replace(word, (each) => {
    const opens = isFirst;
    isFirst = false;
    if (opens || !capital.test(each)) return each;
    const lower = each.toLowerCase();
    return smallWords.has(lower) || known.has(stemOf(each)) ? lower : each;
  });
}
