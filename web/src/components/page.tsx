import { useTranslation } from "react-i18next";
import { styled, keyframes } from "styled-components";
import {
  circle,
  row,
  textStyle,
  token,
  grid,
  iconText,
  smallTitle,
  titleFont,
  up,
} from "../styles/theme.ts";

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

export const VisuallyHidden = styled.span`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

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

const Line = styled.output.attrs({ role: "status" })`
  ${row("s3")};
  padding-block: ${token("s5")};
  ${textStyle("fs-sm", "text-muted")};
  > span {
    color: ${token("brand")};
  }
`;

/** A page that waits for its data or its code. */
export function PageLoading({ label }: { label?: string }) {
  const { t } = useTranslation();
  return (
    <PageBody>
      <Waiting label={label ?? t("common.loading")} />
    </PageBody>
  );
}
