import { styled, keyframes } from "styled-components";
import { circle, row, textStyle, token } from "../styles/theme.ts";

const turn = keyframes`
  to { transform: rotate(1turn); }
`;

/** Decoration: the component around it gives the accessible label. */
export const Spinner = styled.span.attrs({ "aria-hidden": true, className: "spinner" })`
  display: inline-block;
  flex: none;
  ${circle("1.125em")};
  border: 2px solid currentColor;
  border-right-color: transparent;
  animation: ${turn} 800ms linear infinite;
`;

export function Waiting({ label }: { label: string }) {
  return (
    <Line>
      <Spinner />
      {label}
    </Line>
  );
}

const Line = styled.output`
  ${row("s3")};
  padding-block: ${token("s5")};
  ${textStyle("fs-sm", "text-muted")};
  > span {
    color: ${token("brand")};
  }
`;
