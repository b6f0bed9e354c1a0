/**
 * How far a sentence has been spoken: what was heard, the word of this moment, and the rest.
 * Speech takes about as long as its letters, so a word's moment follows from its place.
 *
 * @param heard 0 before the sentence, 1 after it
 */
export function spokenLine(line: string, heard: number): [string, string, string] {
  if (heard <= 0) return ["", "", line];
  if (heard >= 1) return [line, "", ""];
  const at = Math.floor(line.length * heard);
  const start = line.lastIndexOf(" ", at) + 1;
  const next = line.indexOf(" ", at);
  const end = next === -1 ? line.length : next;
  return [
    line.slice(0, start),
    line.slice(start, Math.max(start, end)),
    line.slice(Math.max(start, end)),
  ];
}
