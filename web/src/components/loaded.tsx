import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LoadFailure } from "./load-failure.tsx";
import { Waiting } from "./spinner.tsx";

interface LoadedProps<Data> {
  query: { data?: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown };
  /** Shown when the query fails. */
  failed: string;
  children: (data: Data) => ReactNode;
}

/** What a query loaded; before that a spinner, or the failure and a retry button. */
export function Loaded<Data>({ query, failed, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = query;
  // A failed query keeps its last data, which would look current.
  if (isError) return <LoadFailure text={failed} busy={isFetching} onRetry={refetch} />;
  if (data === undefined) return <Waiting label={t("common.loading")} />;
  return children(data);
}
