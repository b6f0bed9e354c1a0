import { featurePhrases } from "@matinale/contracts/browser";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { plansApi } from "../../api/resources/plans-api.ts";
import { ButtonLink } from "../../components/button.tsx";
import { LoadFailure } from "../../components/load-failure.tsx";
import { Waiting } from "../../components/spinner.tsx";
import { sectionHref } from "../../config/paths.ts";
import { builtProduct } from "../../config/product.ts";
import { useHydrating } from "../../lib/hydrating.tsx";
import { columns, displayFont, textStyle, token, up } from "../../styles/theme.ts";
import { PlanColumn } from "./plan-column.tsx";
import { Section, SectionTitle } from "./section.tsx";

const built = builtProduct.plans.map((plan) => ({
  ...plan,
  features: featurePhrases(plan.limits),
}));

/**
 * The plans of the API. The HTML has those of the owner’s file, which stay until the response; a page without
 * them shows a spinner.
 */
export function Pricing() {
  const { t } = useTranslation();
  const hydrating = useHydrating();
  const [prerendered] = useState(hydrating ? built : undefined);
  const query = plansApi.usePlansQuery(undefined, { skip: hydrating });
  const { data, error, isFetching } = query;
  // Deferred, because rendering three columns at once is a long task.
  const plans = useDeferredValue(data ?? (error ? undefined : prerendered));
  return (
    <Section id="pricing" aria-labelledby="pricing-title">
      <Head>
        <SectionTitle id="pricing-title">{t("landing.pricing.title")}</SectionTitle>
        <p>{t("landing.pricing.intro")}</p>
      </Head>
      <Sheet aria-busy={isFetching}>
        {plans ? (
          plans.map((plan) => <PlanColumn key={plan.id} plan={plan} />)
        ) : error && !isFetching ? (
          <LoadFailure text={t("plan.failed")} queries={[query]} />
        ) : (
          <Waiting label={t("common.loading")} />
        )}
      </Sheet>
      <Business />
    </Section>
  );
}

function Business() {
  const { t } = useTranslation();
  return (
    <Line>
      <h3>{t("landing.pricing.business")}</h3>
      <p>{t("landing.pricing.businessText")}</p>
      <b>{t("landing.pricing.onQuote")}</b>
      <ButtonLink to={sectionHref("contact")} state={{ topic: "quote" }}>
        {t("landing.pricing.quote")}
      </ButtonLink>
    </Line>
  );
}

const Head = styled.div`
  ${columns("s3", "7fr 5fr")}
  align-items: end;
  p {
    max-width: 34em;
    ${textStyle("fs-md", "text-muted")};
  }
`;

const Sheet = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-height: 31rem;
  margin-top: ${token("s6")};
  border-top: 1px solid ${token("rule")};
  /* Instead of the plans: the failure, or a spinner. */
  > :not(article) {
    grid-column: 1 / -1;
    place-self: center;
  }
  ${up("md")} {
    grid-template-columns: repeat(3, 1fr);
    min-height: 29rem;
    padding-block: ${token("s5")};
  }
  ${up("lg")} {
    margin-top: ${token("s7")};
  }
`;

const Line = styled.div`
  ${columns("s3", "auto 1fr auto auto", "lg", "s6")}
  align-items: center;
  justify-items: start;
  padding-block: ${token("s5")};
  border-block: 1px solid ${token("rule")};
  h3 {
    ${displayFont("1.75rem")};
    line-height: ${token("lh-snug")};
  }
  p {
    color: ${token("text-muted")};
  }
`;
