/** Whether a quotation begins or ends in another sentence: half of it would be printed. A mark between digits is a unit. */
export function isHalfQuotation(sentence: string): boolean {
  const count = (mark: RegExp) => sentence.match(mark)?.length ?? 0;
  return (
    count(/«/gu) !== count(/»/gu) ||
    count(/“/gu) !== count(/”/gu) ||
    count(/(?<!\d)"|"(?!\d)/gu) % 2 === 1
  );
}

const bareQuotation = /^[«“"][^«»“”"]*[»”"][.!?…]?$/u;
/** Whether a sentence is nothing but a quotation: it does not say who speaks. */
export const isBareQuotation = (sentence: string): boolean => bareQuotation.test(sentence);

/** The sentences that begin inside a quotation of several sentences: the words of a speaker, which would be told as a fact. */
export function quotedSentences(all: readonly string[]): ReadonlySet<string> {
  let isOpen = false;
  const quoted = all.filter((sentence) => {
    const isInside = isOpen;
    const straight = sentence.match(/(?<!\d)"|"(?!\d)/gu)?.length ?? 0;
    if (straight > 0) isOpen = straight % 2 === 1 && !isOpen;
    if (/[«»“”]/u.test(sentence)) isOpen = /[«“][^»”]*$/u.test(sentence);
    return isInside;
  });
  return new Set(quoted);
}
