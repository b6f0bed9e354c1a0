import type { Language } from "@matinale/contracts";

/** The most frequent words of each language. Languages close to French and English are here to distinguish them. */
const frequent = {
  fr: "le la les l un une des du de et en dans que qui est a au aux pour par sur pas plus ce cette son sa ses il elle ont été sont avec se ne d selon après mais où leur",
  en: "the a an of and to in is that for on with was are as at by from has have it its he she his her they their not be been this after said will which who but more",
  es: "el la de a un los las una unos del y en que por con para se es al lo como más su sus fue ha han pero entre sobre según este esta no o muy también",
  it: "il la le i e a un in lo gli una di del della dei delle che è per con non sono si nel nella alla ha hanno anche più come dal dalla al questo questa ma e secondo",
  pt: "o a de os as um uma do da dos das e em no na que por para com não se é ao foi são mais como mas pelo pela seu sua segundo",
  de: "in der die das und ist nicht ein eine einen dem den des von zu mit auf für im sich auch es an werden wurde hat nach bei aus wie dass",
  nl: "de het een en van in is dat op te zijn met voor niet aan er om ook als door naar bij uit heeft hebben wordt deze maar",
} as const;

const words = new Map(
  Object.entries(frequent).map(([language, list]) => [language, new Set(list.split(" "))]),
);
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
/** Least share of frequent words. In news of the language it is about 0.4, in other languages below 0.1. */
const minShare = 0.15;

/** The language of a text of at least one sentence, or null when it is neither French nor English. */
export function languageOf(text: string): Language | null {
  const given = wordsOf(text);
  const [best] = [...words]
    .map(([language, known]) => ({
      language,
      count: given.filter((word) => known.has(word)).length,
    }))
    .toSorted((one, other) => other.count - one.count);
  if (best === undefined || best.count === 0 || best.count < given.length * minShare) return null;
  return best.language === "fr" || best.language === "en" ? best.language : null;
}

/** The beginning of a text says its language as well as all of it. In characters. */
const sampleLength = 500;

/** Whether a text, which may be a headline alone, is in another language: by its letters, or by the words that only one has. */
export function isForeign(text: string, language: Language): boolean {
  const sample = text.slice(0, sampleLength);
  const letters = sample.match(/\p{L}/gu) ?? [];
  const latin = sample.match(/\p{Script=Latin}/gu) ?? [];
  if (latin.length < letters.length / 2) return true;
  const own = words.get(language);
  const { ours = [], theirs = [] } = Object.groupBy(wordsOf(sample), (word) =>
    own?.has(word) === true ? "ours" : "theirs",
  );
  return [...words.values()].some((other) => {
    const foreign = theirs.filter((word) => other.has(word)).length;
    const known = ours.filter((word) => !other.has(word)).length;
    // fewer may be a name or a quotation
    return foreign >= Math.max(3, 3 * known);
  });
}
