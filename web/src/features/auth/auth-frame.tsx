import type { ReactNode } from "react";
import type { LinkProps } from "react-router-dom";
import { styled } from "styled-components";
import { ButtonLink } from "../../components/button.tsx";
import { Stack } from "../../components/card.tsx";
import { Muted, PageTitle, Wrap } from "../../components/page.tsx";
import { Linked } from "../../components/prose.tsx";
import { useHydrating } from "../../lib/hydrating.tsx";
import { grid, token } from "../../styles/theme.ts";

interface AuthFrameProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** The button to the page that comes next. */
export const NextLink = (link: LinkProps) => <ButtonLink {...link} variant="primary" block />;

/** One column of 400 px: no card, no picture. */
export function AuthFrame({ title, subtitle, children }: AuthFrameProps) {
  return (
    // Typing before the page is hydrated would be lost.
    <Column $width="400px" as="fieldset" disabled={useHydrating()}>
      <Stack $gap="s1" aria-live="polite">
        <PageTitle>{title}</PageTitle>
        <Muted>
          <Linked text={subtitle} />
        </Muted>
      </Stack>
      {children}
    </Column>
  );
}

const Column = styled(Wrap)`
  ${grid("s5")};
  padding-block: ${token("s7")} ${token("s8")};
`;
