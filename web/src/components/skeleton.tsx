import type { ReactNode } from "react";
import { keyframes, styled } from "styled-components";
import { token } from "../styles/theme.ts";
import { VisuallyHidden } from "../styles/visually-hidden.ts";

interface SkeletonProps {
  /** What is loading, for screen readers. */
  label: string;
  children: ReactNode;
}

/** Placeholder with the size of the content that is loading, so that the layout does not shift. */
export function Skeleton({ label, children }: SkeletonProps) {
  return (
    <div aria-busy>
      <VisuallyHidden as="output">{label}</VisuallyHidden>
      <div aria-hidden>{children}</div>
    </div>
  );
}

const pulse = keyframes`
  to { opacity: 0.55; }
`;

const Placeholder = styled.span`
  display: inline-block;
  max-width: 100%;
  border-radius: ${token("r-control")};
  background: ${token("sunken")};
  animation: ${pulse} 900ms ${token("ease")} infinite alternate;
`;

/** A placeholder for text; it does not change the height of its line. */
export const TextPlaceholder = styled(Placeholder)<{ $width: string }>`
  width: ${({ $width }) => $width};
  height: 0.75em;
`;

/** A placeholder for a control or another box of a known size. */
export const BoxPlaceholder = styled(Placeholder)<{ $width?: string; $height?: string }>`
  display: block;
  flex: none;
  width: ${({ $width = "100%" }) => $width};
  height: ${({ $height = token("target") }) => $height};
`;
