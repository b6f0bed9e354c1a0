/** Runs once a call has succeeded, in its `onQueryStarted`. The component that made the call shows a failure. */
export const afterSuccess = <Data>(
  queryFulfilled: PromiseLike<{ data: Data }>,
  run: (data: Data) => void,
): Promise<void> =>
  Promise.resolve(queryFulfilled).then(
    ({ data }) => run(data),
    () => undefined,
  );
