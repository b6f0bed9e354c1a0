import { styled } from "styled-components";
import { token } from "../styles/token.ts";
import { RetryButton } from "./retry-button.tsx";

interface LoadFailureProps {
  text: string;
  busy: boolean;
  onRetry: () => void;
}

/** Replaces content that could not be loaded: the error and a retry button. */
export function LoadFailure({ text, busy, onRetry }: LoadFailureProps) {
  return (
    <Root>
      <p role="alert">{text}</p>
      <RetryButton size="sm" busy={busy} onClick={onRetry} />
    </Root>
  );
}

const Root = styled.div`
  display: grid;
  gap: ${token("s3")};
  justify-items: start;
  padding-block: ${token("s2")};
`;
