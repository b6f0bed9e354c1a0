import type { ReactNode } from "react";
import { styled } from "styled-components";
import { token, wrapped } from "../styles/theme.ts";

export const Facts = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  dt {
    color: ${token("text-muted")};
  }
`;

/** Facts on lines of their own: the name at the start, the value at the end. */
export const FactLines = styled(Facts)`
  > div {
    ${wrapped(`0 ${token("s4")}`)}
    justify-content: space-between;
    padding-block: 0.625rem;
  }
  > div + div {
    border-top: 1px solid ${token("border")};
  }
  dt {
    font-size: ${token("fs-sm")};
  }
  dd {
    font-size: 0.9375rem;
    font-weight: 500;
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
