import type { ComponentProps } from "react";
import { styled } from "styled-components";
import { Wrap } from "../../components/page.tsx";
import { columns, titleFont, token } from "../../styles/theme.ts";

interface SectionProps extends ComponentProps<"section"> {
  $sunken?: boolean;
  /** Same background as the section above, so that both share one gap. */
  $joined?: boolean;
}

export function Section({ $sunken = false, $joined = false, children, ...rest }: SectionProps) {
  return (
    <Ground {...rest} $sunken={$sunken}>
      <Inner $joined={$joined}>{children}</Inner>
    </Ground>
  );
}

const Ground = styled.section<{ $sunken: boolean }>`
  ${({ $sunken }) => $sunken && `background: ${token("sunken")};`}
`;

const Inner = styled(Wrap)<{ $joined: boolean }>`
  padding-block: ${({ $joined }) => ($joined ? 0 : token("section"))} ${token("section")};
`;

export const SectionTitle = styled.h2`
  ${titleFont(token("fs-title"))};
`;

export const TitleBeside = styled.div`
  ${columns("s6", "4fr 8fr")}
  > div > p {
    margin-top: ${token("s4")};
    color: ${token("text-muted")};
  }
`;
