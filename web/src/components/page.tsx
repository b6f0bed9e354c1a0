import { styled } from "styled-components";
import { grid, iconText, smallTitle, titleFont, token, up } from "../styles/theme.ts";

/** The centred column that every page uses. */
export const Wrap = styled.div<{ $width?: string }>`
  width: 100%;
  max-width: calc(${({ $width = token("container") }) => $width} + 2 * ${token("gutter")});
  margin-inline: auto;
  padding-inline: ${token("gutter")};
`;

export const PageBody = styled(Wrap)`
  ${grid("s5")};
  padding-block: ${token("s6")} ${token("s8")};
`;

export const SectionsPage = styled(PageBody)`
  > p {
    max-width: ${token("measure")};
  }
  h2 {
    margin-bottom: ${token("s3")};
    ${smallTitle("fs-lg")};
  }
`;

export const Muted = styled.p`
  color: ${token("text-muted")};
`;

export const Small = styled(Muted)`
  font-size: ${token("fs-sm")};
`;

export const Remark = styled(Small)`
  ${iconText("s2")};
`;

export const Columns = styled.div<{ $proportion: string }>`
  display: grid;
  gap: ${token("s5")} ${token("s6")};
  align-items: start;
  ${up("lg")} {
    grid-template-columns: ${({ $proportion }) => $proportion};
  }
`;

export const PageTitle = styled.h1`
  ${titleFont("min(clamp(1.875rem, 1.5rem + 1.6vw, 2.5rem), 12vw)")};
  overflow-wrap: anywhere;
`;
