/** The data of a query, unless its last request failed: a failed query keeps its old data, which would look current. */
export const loadedData = <Data>(query: { isError: boolean; data?: Data | undefined }) =>
  query.isError ? undefined : query.data;
