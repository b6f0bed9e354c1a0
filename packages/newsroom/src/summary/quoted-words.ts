/** Between digits the mark is a unit. */
const straightMark = /(?<!\d)"|"(?!\d)/gu;
const countOf = (mark: RegExp, sentence: string): number => sentence.match(mark)?.length ?? 0;

/** Whether a quotation begins or ends in another sentence: half of it would be printed. */
export function isHalfQuotation(sentence: string): boolean {
  return (
    countOf(/«/gu, sentence) !== countOf(/»/gu, sentence) ||
    countOf(/“/gu, sentence) !== countOf(/”/gu, sentence) ||
    countOf(straightMark, sentence) % 2 === 1
  );
}

const bareQuotation = /^[«“"][^«»“”"]*[»”"][.!?…]?$/u;
/** Whether a sentence is nothing but a quotation: it does not say who speaks. */
export const isBareQuotation = (sentence: string): boolean => bareQuotation.test(sentence);

/** The sentences that begin inside a quotation of several sentences. Alone they would read as the outlet's own statements. */
export function quotedSentences(all: readonly string[]): ReadonlySet<string> {
  let isOpen = false;
  const quoted = all.filter((sentence) => {
    const isInside = isOpen;
    const straight = countOf(straightMark, sentence);
    if (straight > 0) isOpen = straight % 2 === 1 && !isOpen;
    if (/[«»“”]/u.test(sentence)) isOpen = /[«“][^»”]*$/u.test(sentence);
    return isInside;
  });
  return new Set(quoted);
}
