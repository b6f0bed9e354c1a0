/**
 * Turns a function of many into one of one: calls of the same few milliseconds become one batch, so a
 * database sees one command for a hundred deliveries and the code still reads as for one.
 *
 * @param run      answers in the order of its arguments
 * @param options.most    largest batch
 * @param options.afterMs how long the first call of a batch waits for others
 */
export function coalesced<A, R>(
  run: (items: A[]) => Promise<R[]>,
  { most = 200, afterMs = 3 }: { most?: number; afterMs?: number } = {},
): (item: A) => Promise<R> {
  type Waiting = { item: A; resolve: (result: R) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= most) void flush();
      else timer ??= setTimeout(() => void flush(), afterMs);
    });
}
