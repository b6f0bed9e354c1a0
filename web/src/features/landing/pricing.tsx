import { Check, RefreshCw, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { usePlansQuery, type Plan } from "../../api/resources/plans-api.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Waiting } from "../../components/spinner.tsx";
import { paths } from "../../config/paths.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { euros } from "../../lib/format.ts";
import { planFeature } from "../../lib/plan-features.ts";
import { up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { Section, SectionTitle } from "./section.tsx";

const popularPlan = 2;

export function Pricing() {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = usePlansQuery();
  return (
    <Section id="pricing" aria-labelledby="pricing-title" $sunken>
      <SectionTitle id="pricing-title">{t("landing.pricing.title")}</SectionTitle>
      <Intro>{t("landing.pricing.intro")}</Intro>
      <Sheet aria-busy={isFetching}>
        {data ? (
          data.map((plan) => <PlanColumn key={plan.id} plan={plan} />)
        ) : isError && !isFetching ? (
          <Failed role="alert">
            <WifiOff size={24} strokeWidth={1.75} aria-hidden />
            {t("landing.pricing.failed")}
            <Button icon={<RefreshCw size={18} aria-hidden />} onClick={refetch}>
              {t("common.retry")}
            </Button>
          </Failed>
        ) : (
          <Waiting label={t("common.loading")} />
        )}
      </Sheet>
    </Section>
  );
}

function PlanColumn({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const popular = plan.id === popularPlan;
  return (
    <Column $popular={popular}>
      <h3>{language === "fr" ? plan.nameFr : plan.nameEn}</h3>
      {popular ? <Popular>{t("landing.pricing.popular")}</Popular> : null}
      <p>
        <b>{euros(plan.priceEur, language)}</b> {t("landing.pricing.month")}
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>
            <Check size={18} strokeWidth={1.75} aria-hidden />
            {planFeature(feature, t)}
          </li>
        ))}
      </ul>
      <ButtonLink to={paths.signup} variant={popular ? "primary" : "secondary"} block>
        {t("landing.trial")}
      </ButtonLink>
    </Column>
  );
}

const Intro = styled.p`
  max-width: ${token("measure")};
  margin-top: ${token("s4")};
  color: ${token("text-muted")};
  font-size: ${token("fs-md")};
`;

const Sheet = styled.div`
  display: grid;
  gap: ${token("s5")};
  min-height: 22rem;
  margin-top: ${token("s7")};
  padding-top: ${token("s5")};
  border-top: 1px solid ${token("rule")};
  ${up("lg")} {
    grid-template-columns: repeat(3, 1fr);
  }
`;

const Column = styled.article<{ $popular: boolean }>`
  position: relative;
  display: grid;
  grid-template-rows: auto auto 1fr auto;
  gap: ${token("s4")};
  padding: ${token("s5")};
  border: 1px solid ${({ $popular }) => token($popular ? "brand" : "border")};
  border-radius: ${token("r-card")};
  background: ${({ $popular }) => ($popular ? token("surface") : "none")};
  h3 {
    font-family: ${token("font-display")};
    font-size: ${token("fs-xl")};
    font-weight: ${token("weight-display")};
    letter-spacing: ${token("track-title")};
    line-height: ${token("lh-snug")};
  }
  p {
    color: ${token("text-muted")};
    font-size: ${token("fs-sm")};
  }
  p b {
    margin-inline-end: 0.1em;
    color: ${token("text")};
    font-family: ${token("font-display")};
    font-size: 2.25rem;
    font-weight: ${token("weight-display")};
    letter-spacing: -0.03em;
    line-height: 1.1;
  }
  ul {
    display: grid;
    gap: ${token("s2")};
    align-content: start;
  }
  li {
    display: flex;
    gap: ${token("s2")};
  }
  li svg {
    margin-top: 0.25em;
    color: ${token("text-subtle")};
  }
`;

const Popular = styled.span`
  position: absolute;
  inset: -0.8125rem auto auto 1.25rem;
  padding: 0.125rem 0.625rem;
  border-radius: ${token("r-pill")};
  background: ${token("brand")};
  color: ${token("on-brand")};
  font-size: ${token("fs-xs")};
  font-weight: 600;
`;

const Failed = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${token("s3")};
  align-items: center;
  align-self: start;
`;
