const word = /\p{L}[\p{L}\d’'-]*/gu;
const capital = /^\p{Lu}\p{Ll}/u;
/** Of the words after the first, the share with a capital from which on a headline is in title case. */
const titleCase = 0.6;

/** Words as they are compared: without the endings of plurals and verbs. */
const stemOf = (text: string): string =>
  text.length > 4 ? text.toLowerCase().replace(/(?:ing|ed|es|s|e)$/u, "") : text.toLowerCase();

const small =
  "a an the and but or nor for of to in on at by as from into over after with is are was be its it his her their not no up out off";
const smallWords = new Set(small.split(" "));

/**
 * An English headline in Title Case as a sentence would have it. There a capital says nothing, so a word loses it when
 * the texts given write it small; any other keeps it, and has to be found in the sources like every name.
 *
 * @param texts  the articles, and the sentences about them
 */
export function sentenceCase(headline: string, texts: readonly string[]): string {
  const [first, ...rest] = headline.match(word) ?? [];
  const capitals = rest.filter((each) => capital.test(each) && each.length > 1).length;
  if (first === undefined || capitals < rest.length * titleCase) return headline;
  const written = texts.flatMap((text) => text.match(word) ?? []);
  const known = new Set(written.filter((each) => /^\p{Ll}/u.test(each)).map(stemOf));
  let begun = false;
  return headline.replace(word, (each) => {
    const opens = !begun;
    begun = true;
    if (opens || !capital.test(each)) return each;
    const lower = each.toLowerCase();
    return smallWords.has(lower) || known.has(stemOf(each)) ? lower : each;
  });
}
