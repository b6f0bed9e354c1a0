import { styled } from "styled-components";
import { row, token } from "../styles/theme.ts";

/** A question whose answer the reader opens. It works without scripts, and paper shows the answer. */
export const Disclosure = styled.details`
  border-top: 1px solid ${token("border")};
  &:last-child {
    border-bottom: 1px solid ${token("border")};
  }
  summary {
    ${row("s4")};
    justify-content: space-between;
    min-height: 52px;
    padding-block: ${token("s2")};
    font-weight: 600;
    line-height: ${token("lh-snug")};
    cursor: pointer;
    list-style: none;
    &::-webkit-details-marker {
      display: none;
    }
  }
  svg {
    color: ${token("text-muted")};
  }
`;
