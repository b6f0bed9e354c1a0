import { styled } from "styled-components";
import { grid, token } from "../styles/theme.ts";
import { RetryButton } from "./retry-button.tsx";

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
