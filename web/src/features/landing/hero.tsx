import { ArrowDown, Check } from "lucide-react";
import { styled } from "styled-components";
import { ButtonLink } from "../../components/button.tsx";
import { Wrap } from "../../components/page.tsx";
import { paths, sectionHref } from "../../config/paths.ts";
import { useNow } from "../../lib/use-now.ts";
import { useHydrating } from "../../lib/hydrating.tsx";
import {
  below,
  columns,
  displayFont,
  grid,
  row,
  textStyle,
  token,
  up,
  wrapped,
} from "../../styles/theme.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { fullDate } from "./full-date.ts";
import { SampleThread } from "./sample-thread.tsx";

export function Hero() {
  const { t } = useTexts();
  return (
    <Root>
      <Folio>
        <span>
          <Today />
        </span>
        <Middle>{t("landing.tagline")}</Middle>
        <span>{t("landing.edition")}</span>
      </Folio>
      <Banner>
        <span>{t("landing.bannerFirst")}</span> <span>{t("landing.bannerSecond")}</span>
      </Banner>
      <Grid>
        <Lede>
          <Standfirst>{t("landing.standfirst")}</Standfirst>
          <Actions>
            <ButtonLink to={paths.signup} variant="primary" size="lg">
              {t("landing.trial")}
            </ButtonLink>
            <More to={sectionHref("how-it-works")} variant="ghost" size="lg">
              {t("landing.learnMore")}
              <ArrowDown size={20} />
            </More>
          </Actions>
          <NoCard>
            <Check />
            {t("landing.noCard")}
          </NoCard>
        </Lede>
        <SampleThread />
      </Grid>
    </Root>
  );
}

/** The build does not know the date of the visit, so it is filled in after hydration. */
function Today() {
  const { t, language } = useTexts();
  const now = useNow();
  return useHydrating() ? "\u00a0" : fullDate(now, t, language);
}

const Root = styled(Wrap).attrs({ as: "section" })`
  padding-bottom: ${token("s8")};
  ${up("lg")} {
    padding-bottom: ${token("s9")};
  }
`;

/** Date, tagline and edition between two rules, like the front page of a newspaper. */
const Folio = styled.p`
  display: flex;
  gap: ${token("s4")};
  justify-content: space-between;
  margin-top: 6px;
  padding-block: 0.5rem;
  border-block: 1px solid ${token("rule")};
  box-shadow:
    0 -4px 0 -1px ${token("canvas")},
    0 -6px 0 -1px ${token("rule")};
  font-size: ${token("fs-xs")};
  font-weight: 500;
`;

const Middle = styled.span`
  ${below("lg")} {
    display: none;
  }
`;

const Banner = styled.h1`
  margin-block: ${token("s6")};
  margin-inline-start: -0.035em;
  ${displayFont(token("fs-banner"))};
  line-height: ${token("lh-banner")};
  letter-spacing: ${token("track-banner")};
  white-space: nowrap;
  span {
    display: block;
  }
  /* The English headline is longer. */
  &:lang(en) {
    font-size: ${token("fs-banner-english")};
  }
  ${below("md")} {
    margin-block: 1.75rem;
  }
  ${up("lg")} {
    margin-block: 2.25rem 2.5rem;
    font-size: ${token("fs-banner-wide")};
    &:lang(en) {
      font-size: ${token("fs-banner-english-wide")};
    }
    span {
      display: inline;
    }
  }
`;

const Grid = styled.div`
  ${columns("s7", "minmax(0, 5fr) minmax(0, 7fr)", "lg", "0")}
  ${below("md")} {
    gap: ${token("s6")};
  }
`;

const Lede = styled.div`
  ${up("lg")} {
    padding-inline-end: ${token("s5")};
    border-inline-end: 1px solid ${token("border")};
  }
`;

const Standfirst = styled.p`
  max-width: 24em;
  font-family: ${token("font-reading")};
  font-size: clamp(1.25rem, 1.1rem + 0.7vw, 1.625rem);
  line-height: 1.34;
  letter-spacing: -0.008em;
  text-wrap: balance;
`;

const Actions = styled.div`
  ${grid("s2")};
  margin-top: ${token("s6")};
  ${below("md")} {
    margin-top: ${token("s5")};
  }
  ${up("md")} {
    ${wrapped(`${token("s2")} 1.25rem`)}
  }
`;

const More = styled(ButtonLink)`
  ${up("md")} {
    padding-inline: 0;
    font-size: ${token("fs-base")};
    &:hover {
      background: none;
      text-decoration: underline;
      text-underline-offset: 0.25em;
    }
  }
`;

const NoCard = styled.p`
  ${row("s2")};
  margin-top: ${token("s3")};
  ${textStyle("fs-sm", "text-muted")};
  ${below("md")} {
    justify-content: center;
  }
`;
