import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { styled } from "styled-components";
import { textStyle, token, type TokenName } from "../styles/theme.ts";

const colors = {
  ok: { ground: "ok-soft", ink: "ok" },
  info: { ground: "info-soft", ink: "info" },
  read: { ground: "read-soft", ink: "read" },
  error: { ground: "error-soft", ink: "error" },
  warn: { ground: "warn-soft", ink: "warn" },
  neutral: { ground: "neutral-soft", ink: "neutral" },
  messaging: { ground: "messaging", ink: "on-messaging" },
  sound: { ground: "accent-soft", ink: "accent-text" },
  brand: { ground: "brand-soft", ink: "on-brand-soft" },
} satisfies Record<string, { ground: TokenName; ink: TokenName }>;

export type Tone = keyof typeof colors;

interface BadgeProps {
  tone?: Tone;
  icon: LucideIcon;
  children: ReactNode;
}

/** A state or a type, always with an icon and a word, because colour alone is not accessible. */
export function Badge({ tone = "neutral", icon: Icon, children }: BadgeProps) {
  return (
    <Root $tone={tone} data-tone={tone}>
      <Icon size={14} strokeWidth={2} />
      {/* An element, because the icon may change: see Button. */}
      <span>{children}</span>
    </Root>
  );
}

const Root = styled.span<{ $tone: Tone }>`
  display: inline-flex;
  align-items: center;
  gap: 0.3125rem;
  padding: 0.125rem 0.5625rem 0.125rem 0.4375rem;
  border-radius: ${token("r-pill")};
  background: ${({ $tone }) => token(colors[$tone].ground)};
  color: ${({ $tone }) => token(colors[$tone].ink)};
  font-size: ${token("fs-xs")};
  font-weight: 600;
  line-height: 1.5;
  text-align: start;
`;

export const Popular = styled.span`
  padding: 0.125rem 0.625rem;
  border-radius: ${token("r-pill")};
  background: ${token("brand-soft")};
  ${textStyle("fs-xs", "on-brand-soft")};
  font-weight: 600;
`;
