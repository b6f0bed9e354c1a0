import { RefreshCw } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { grid, token } from "../styles/theme.ts";
import { Button } from "./button.tsx";
import { Waiting } from "./spinner.tsx";

interface LoadFailureProps {
  text: string;
  /** The queries of the content; those that failed are repeated. */
  queries: readonly { isError: boolean; isFetching: boolean; refetch: () => unknown }[];
}

export function LoadFailure({ text, queries }: LoadFailureProps) {
  return (
    <Root>
      <p role="alert">{text}</p>
      <RetryButton
        size="sm"
        busy={queries.some(({ isFetching }) => isFetching)}
        onClick={() => {
          for (const { isError, refetch } of queries) if (isError) void refetch();
        }}
      />
    </Root>
  );
}

const Root = styled.div`
  ${grid("s3")};
  justify-items: start;
  padding-block: ${token("s2")};
`;

/** Loads missing or old data again; labelled « Réessayer » unless it has children. */
export function RetryButton({ children, ...button }: Omit<ComponentProps<typeof Button>, "icon">) {
  const { t } = useTranslation();
  return (
    <Button icon={RefreshCw} {...button}>
      {children ?? t("common.retry")}
    </Button>
  );
}

interface LoadedProps<Data> {
  query: { data?: Data | undefined } & ComponentProps<typeof LoadFailure>["queries"][number];
  failed: string;
  /** Shown before; a spinner by default. */
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a query loaded; the failure and a retry button when it failed. */
export function Loaded<Data>({ query, failed, waiting, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  const data = loadedData(query);
  if (data !== undefined) return children(data);
  if (query.isError) return <LoadFailure text={failed} queries={[query]} />;
  return waiting ?? <Waiting label={t("common.loading")} />;
}

/** The data of a query, unless its last request failed: a failed query keeps its old data, which would look current. */
export function loadedData<Data>(query: { isError: boolean; data?: Data | undefined }) {
  return query.isError ? undefined : query.data;
}
