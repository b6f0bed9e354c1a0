import { TriangleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { styled } from "styled-components";
import { iconText, token } from "../styles/theme.ts";

interface NoticeProps {
  tone?: "warn" | "info";
  icon?: LucideIcon;
  children: ReactNode;
}

/** Information that the reader needs before the next step; screen readers announce it. */
export function Notice({ tone = "warn", icon: Icon = TriangleAlert, children }: NoticeProps) {
  return (
    <Root $tone={tone}>
      <Icon size={18} strokeWidth={1.75} />
      <span>{children}</span>
    </Root>
  );
}

const Root = styled.output<{ $tone: "warn" | "info" }>`
  ${iconText("s2")};
  padding: ${token("s3")} min(${token("s4")}, 5vw);
  border-radius: ${token("r-control")};
  background: ${({ $tone }) => token(`${$tone}-soft`)};
  color: ${({ $tone }) => token($tone)};
  font-size: ${token("fs-sm")};
  overflow-wrap: anywhere;
`;
