let waiting: (() => void)[] = [];

const flush = () => {
  const batch = waiting;
  waiting = [];
  for (const write of batch) write();
};

/**
 * Collects the responses that are ready in one turn of the event loop and writes them together at its end.
 * Under load, separate writes cost more: each of them wakes a client process that has just gone to sleep.
 */
export function batchWrite(write: () => void): void {
  if (waiting.length === 0) setImmediate(flush);
  waiting.push(write);
}
