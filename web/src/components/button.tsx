import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { styled, css } from "styled-components";
import { inlineRow, token } from "../styles/theme.ts";
import { Spinner } from "./spinner.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";

type Variant = "primary" | "secondary" | "ghost" | "danger";
type Size = "sm" | "md" | "lg";

interface Look {
  variant?: Variant;
  size?: Size;
  block?: boolean;
}

interface ButtonProps extends Look, ComponentProps<"button"> {
  /** Disabled and `aria-busy`, with a spinner before the label. */
  busy?: boolean;
  icon?: LucideIcon;
}

export function Button({
  variant = "secondary",
  size = "md",
  block = false,
  busy = false,
  disabled = false,
  icon: Icon,
  children,
  ...rest
}: ButtonProps) {
  useKeptFocus(busy);
  return (
    <Root
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      $variant={variant}
      $size={size}
      $block={block}
    >
      {busy ? <Spinner /> : Icon ? <Icon /> : null}
      {/* An element, because the translation of a browser replaces texts: React could put no spinner before one. */}
      <span>{children}</span>
    </Root>
  );
}

export function ButtonLink({
  variant = "secondary",
  size = "md",
  block = false,
  ...rest
}: Look & LinkProps) {
  return <RootLink {...rest} $variant={variant} $size={size} $block={block} />;
}

interface Shown {
  $variant: Variant;
  $size: Size;
  $block: boolean;
}

const variants = {
  primary: css`
    background: ${token("brand")};
    color: ${token("on-brand")};
    &:hover {
      background: ${token("brand-hover")};
    }
  `,
  secondary: css`
    border-color: ${token("control")};
    background: ${token("surface")};
    color: ${token("text")};
    &:hover {
      border-color: ${token("text")};
    }
  `,
  ghost: css`
    color: ${token("text")};
    &:hover {
      background: ${token("sunken")};
    }
  `,
  danger: css`
    background: ${token("danger")};
    color: ${token("on-danger")};
  `,
};

const sizes = {
  sm: css`
    min-height: 36px;
    padding: 0.25rem 0.75rem;
    font-size: ${token("fs-sm")};
    @media (pointer: coarse) {
      min-height: ${token("target")};
    }
  `,
  md: css`
    min-height: ${token("target")};
    padding: 0.5rem 1.125rem;
  `,
  lg: css`
    min-height: 52px;
    padding: 0.75rem 1.5rem;
    font-size: ${token("fs-md")};
  `,
};

const look = css<Shown>`
  ${inlineRow("s2")};
  justify-content: center;
  border: 1px solid transparent;
  border-radius: ${token("r-control")};
  background: none;
  color: inherit;
  font-weight: 600;
  line-height: 1.25;
  text-align: center;
  text-wrap: balance;
  text-decoration: none;
  cursor: pointer;
  transition:
    background ${token("t-press")} ${token("ease")},
    transform ${token("t-press")} ${token("ease")};
  ${({ $size }) => sizes[$size]}
  ${({ $variant }) => variants[$variant]}
  ${({ $block }) => $block && "width: 100%;"}
  &:active {
    transform: translateY(1px);
  }
  /* Only disabled buttons, not those of a form that is not interactive yet. */
  &[disabled] {
    background: ${token("sunken")};
    border-color: ${token("border")};
    color: ${token("text-subtle")};
    cursor: not-allowed;
    transform: none;
  }
`;

const Root = styled.button<Shown>`
  ${look}
`;

const RootLink = styled(Link)<Shown>`
  ${look}
`;
