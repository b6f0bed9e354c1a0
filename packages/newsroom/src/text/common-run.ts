import { folded } from "./words.ts";

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\d]+/gu) ?? [];

/** Whether a text has `length` words in a row as in another text; case, accents and punctuation are ignored. */
export function sharesRun(text: string, other: string, length: number): boolean {
  const words = wordsOf(text);
  const against = ` ${wordsOf(other).join(" ")} `;
  const runs = words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(" "));
  return runs.some((run) => against.includes(` ${run} `));
}
