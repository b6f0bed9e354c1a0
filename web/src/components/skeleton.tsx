import type { ReactNode } from "react";
import { keyframes, styled } from "styled-components";
import { token } from "../styles/token.ts";
import { VisuallyHidden } from "../styles/visually-hidden.ts";

interface SkeletonProps {
  /** What is going on, for those who do not see it. */
  label: string;
  children: ReactNode;
}

/** Stands in the place and the size of what is being read, so that nothing moves when it comes. */
export function Skeleton({ label, children }: SkeletonProps) {
  return (
    <div aria-busy>
      <VisuallyHidden as="output">{label}</VisuallyHidden>
      <div aria-hidden>{children}</div>
    </div>
  );
}

const breathe = keyframes`
  to { opacity: 0.55; }
`;

const Bone = styled.span`
  display: inline-block;
  max-width: 100%;
  border-radius: ${token("r-control")};
  background: ${token("sunken")};
  animation: ${breathe} 900ms ${token("ease")} infinite alternate;
`;

/** As high as the letters of a line, whose height it does not change. */
export const TextBone = styled(Bone)<{ $width: string }>`
  width: ${({ $width }) => $width};
  height: 0.75em;
`;

/** A control, or anything else that is known by its size. */
export const BoxBone = styled(Bone)<{ $width?: string; $height?: string }>`
  display: block;
  flex: none;
  width: ${({ $width = "100%" }) => $width};
  height: ${({ $height = token("target") }) => $height};
`;
