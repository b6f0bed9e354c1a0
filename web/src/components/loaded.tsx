import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LoadFailure } from "./load-failure.tsx";
import { Waiting } from "./spinner.tsx";

interface LoadedProps<Data> {
  query: { data?: Data | undefined } & ComponentProps<typeof LoadFailure>["queries"][number];
  failed: string;
  children: (data: Data) => ReactNode;
}

/** What a query loaded; before that a spinner, or the failure and a retry button. */
export function Loaded<Data>({ query, failed, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  // A failed query keeps its last data, which would look current.
  if (query.isError) return <LoadFailure text={failed} queries={[query]} />;
  if (query.data !== undefined) return children(query.data);
  return <Waiting label={t("common.loading")} />;
}
