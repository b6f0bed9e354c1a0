import { styled } from "styled-components";
import { textStyle, token } from "../styles/theme.ts";

export const Popular = styled.span`
  padding: 0.125rem 0.625rem;
  border-radius: ${token("r-pill")};
  background: ${token("brand-soft")};
  ${textStyle("fs-xs", "on-brand-soft")};
  font-weight: 600;
`;
