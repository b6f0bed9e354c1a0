import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { styled } from "styled-components";
import { grid, smallTitle, token } from "../styles/theme.ts";

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children?: ReactNode;
}

/** Empty state: one sentence that says what comes next, and at most one button. */
export function Empty({ icon: Icon, title, text, children }: EmptyProps) {
  return (
    <Root>
      <Icon size={32} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </Root>
  );
}

const Root = styled.div`
  ${grid("s2")};
  justify-items: center;
  padding: ${token("s6")} ${token("s4")};
  text-align: center;
  > svg {
    margin-bottom: ${token("s2")};
    color: ${token("text-subtle")};
  }
  > h2 {
    ${smallTitle("fs-lg")};
  }
  > p {
    max-width: 30em;
    color: ${token("text-muted")};
    text-wrap: balance;
  }
  > :is(a, button) {
    margin-top: ${token("s3")};
  }
`;
