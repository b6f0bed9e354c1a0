import { Link } from "react-router-dom";
import { styled } from "styled-components";
import { token } from "../styles/theme.ts";

export const TextLink = styled(Link)`
  color: ${token("brand")};
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.22em;
  &:hover {
    color: ${token("brand-hover")};
    text-decoration-thickness: 2px;
  }
`;
