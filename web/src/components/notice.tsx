import { Info, TriangleAlert, type LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { styled } from "styled-components";
import { iconText, token } from "../styles/theme.ts";

interface NoticeProps extends ComponentProps<"output"> {
  tone?: "warn" | "info";
  icon?: LucideIcon;
}

/** Information that the reader needs before the next step; screen readers announce it. */
export function Notice({ tone = "warn", icon, children, ...output }: NoticeProps) {
  const Icon = icon ?? icons[tone];
  return (
    <Root {...output} $tone={tone}>
      <Icon />
      <span>{children}</span>
    </Root>
  );
}

const icons = { warn: TriangleAlert, info: Info };

const Root = styled.output<{ $tone: "warn" | "info" }>`
  ${iconText("s2")};
  padding: ${token("s3")} min(${token("s4")}, 5vw);
  border-radius: ${token("r-control")};
  background: ${({ $tone }) => token(`${$tone}-soft`)};
  color: ${({ $tone }) => token($tone)};
  font-size: ${token("fs-sm")};
  overflow-wrap: anywhere;
`;
