import { styled } from "styled-components";
import { circle, token } from "../styles/theme.ts";

export const Radio = styled.input.attrs({ type: "radio" })`
  flex: none;
  ${circle("18px")};
  margin: 0;
  border: 1.5px solid ${token("control")};
  background: ${token("surface")};
  appearance: none;
  cursor: inherit;
  &:checked {
    border: 5.5px solid ${token("brand")};
  }
  &:focus-visible {
    border-radius: 50%;
  }
`;
