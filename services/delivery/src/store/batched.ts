import DataLoader from "dataloader";

/**
 * Batches the calls of a few milliseconds, so that many deliveries in progress share one database command. Without it
 * the gates of `bench/spike` and `bench/webhooks` fail.
 *
 * @param run       resolves with one result for each item, in the order of the items
 * @param windowMs  how long the first call of a batch waits for others
 */
export function batched<Item, Result>(
  run: (items: readonly Item[]) => Promise<Result[]>,
  windowMs = 50,
): (item: Item) => Promise<Result> {
  const loader = new DataLoader(run, {
    cache: false,
    maxBatchSize: 100,
    batchScheduleFn: (dispatch) => void setTimeout(dispatch, windowMs),
  });
  return (item) => loader.load(item);
}
