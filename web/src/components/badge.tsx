import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { styled } from "styled-components";
import { token, type TokenName } from "../styles/token.ts";

export type Tone = "ok" | "info" | "read" | "error" | "warn" | "neutral" | "messaging";

interface BadgeProps {
  tone?: Tone;
  icon: LucideIcon;
  children: ReactNode;
}

/** A state, always with an icon and a word: colour alone says nothing. */
export function Badge({ tone = "neutral", icon: Icon, children }: BadgeProps) {
  return (
    <Root $tone={tone} data-tone={tone}>
      <Icon size={14} strokeWidth={2} aria-hidden />
      {children}
    </Root>
  );
}

const ground = (tone: Tone): TokenName => (tone === "messaging" ? tone : `${tone}-soft`);
const ink = (tone: Tone): TokenName => (tone === "messaging" ? "on-messaging" : tone);

const Root = styled.span<{ $tone: Tone }>`
  display: inline-flex;
  align-items: center;
  gap: 0.3125rem;
  padding: 0.125rem 0.5625rem 0.125rem 0.4375rem;
  border-radius: ${token("r-pill")};
  background: ${({ $tone }) => token(ground($tone))};
  color: ${({ $tone }) => token(ink($tone))};
  font-size: ${token("fs-xs")};
  font-weight: 600;
  line-height: 1.5;
  white-space: nowrap;
`;
