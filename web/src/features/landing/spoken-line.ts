/**
 * Splits a sentence into the part that was played, the current word and the rest. The time of a word is
 * estimated from its position, because speech is about proportional to the number of letters.
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
