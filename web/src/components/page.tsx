import { styled } from "styled-components";
import { token } from "../styles/token.ts";

/** The centred column that every page uses. */
export const Wrap = styled.div`
  width: 100%;
  max-width: calc(${token("container")} + 2 * ${token("gutter")});
  margin-inline: auto;
  padding-inline: ${token("gutter")};
`;

export const PageBody = styled(Wrap)`
  display: grid;
  gap: ${token("s5")};
  padding-block: ${token("s6")} ${token("s8")};
`;

export const PageTitle = styled.h1`
  font-family: ${token("font-display")};
  font-size: clamp(1.875rem, 1.5rem + 1.6vw, 2.5rem);
  font-weight: ${token("weight-display")};
  font-optical-sizing: auto;
  line-height: ${token("lh-title")};
  letter-spacing: ${token("track-title")};
  overflow-wrap: anywhere;
`;
