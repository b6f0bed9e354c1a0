let waiting: (() => void)[] = [];

const run = () => {
  const all = waiting;
  waiting = [];
  for (const each of all) each();
};

/**
 * Answers that are ready in one turn of the event loop are written one right after the other at its end.
 * Written one by one, with other work in between, each would wake a reader that had just gone to sleep:
 * under load that costs more than the writing.
 */
export function endOfTurn(write: () => void): void {
  if (waiting.length === 0) setImmediate(run);
  waiting.push(write);
}
