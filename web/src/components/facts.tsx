import type { ReactNode } from "react";
import { styled } from "styled-components";
import { token } from "../styles/theme.ts";

export const Facts = styled.dl`
  display: grid;
  dt {
    color: ${token("text-muted")};
  }
`;

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
