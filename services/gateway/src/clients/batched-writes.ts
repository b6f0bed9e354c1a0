let waiting: (() => void)[] = [];

const flush = () => {
  const batch = waiting;
  waiting = [];
  for (const write of batch) write();
};

/**
 * Writes the responses that are ready in one turn of the event loop as a batch at its end. Separate writes
 * with other work in between would each wake a reader that has just gone to sleep, which costs more under
 * load than the writes themselves.
 */
export function batchWrite(write: () => void): void {
  if (waiting.length === 0) setImmediate(flush);
  waiting.push(write);
}
