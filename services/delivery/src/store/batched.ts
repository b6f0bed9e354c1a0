/** A batch of at least this many calls counts as part of a stream. */
const streamSize = 4;

/**
 * Batches calls, as DataLoader does: calls within a few milliseconds become one call of `run`. The database
 * then gets one command for a hundred deliveries, while the calling code handles one.
 *
 * @param run      resolves with one result for each item, in the order of the items
 * @param options.most    largest batch
 * @param options.afterMs how long the first call of a batch waits for others
 * @param options.minBatchIntervalMs  shortest interval between two batches of a stream that are not full. A
 *                        single caller waits a quarter of it at most, and after a pause not at all
 */
export function batched<A, R>(
  run: (items: A[]) => Promise<R[]>,
  {
    most = 200,
    afterMs = 3,
    minBatchIntervalMs = 0,
  }: { most?: number; afterMs?: number; minBatchIntervalMs?: number } = {},
): (item: A) => Promise<R> {
  type Waiting = { item: A; resolve: (result: R) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let isStream = false;

  const wait = (): number => {
    const interval = isStream ? minBatchIntervalMs : minBatchIntervalMs / 4;
    return Math.max(afterMs, last + interval - performance.now());
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    last = performance.now();
    const batch = waiting;
    waiting = [];
    isStream = batch.length >= streamSize;
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
      else timer ??= setTimeout(() => void flush(), wait());
    });
}

/**
 * For operations that run once or more for each message. With a slow sender the database gets at most five
 * commands a second. With a fast sender batches are full, so no write delays a call.
 */
export const streamBatches = { minBatchIntervalMs: 200, most: 100 } as const;
