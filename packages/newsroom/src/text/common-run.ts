import { folded } from "./words.ts";

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\d]+/gu) ?? [];

/** Number of words in the longest run that two texts share; case, accents and punctuation are ignored. */
export function longestCommonRun(text: string, other: string): number {
  const one = wordsOf(text);
  const two = wordsOf(other);
  let longest = 0;
  let previous = new Uint16Array(two.length + 1);
  for (const word of one) {
    const row = new Uint16Array(two.length + 1);
    for (const [index, against] of two.entries()) {
      if (word !== against) continue;
      const run = (previous[index] ?? 0) + 1;
      row[index + 1] = run;
      longest = Math.max(longest, run);
    }
    previous = row;
  }
  return longest;
}
