import { Link } from "react-router-dom";
import { css, styled } from "styled-components";
import { token } from "../styles/theme.ts";

const look = css`
  color: ${token("brand")};
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.22em;
  &:hover {
    color: ${token("brand-hover")};
    text-decoration-thickness: 2px;
  }
`;

/** To a page of the site. */
export const TextLink = styled(Link)`
  ${look}
`;

/** To a file, a mail address or another site. */
export const PlainLink = styled.a`
  ${look}
`;
