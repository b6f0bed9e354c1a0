import { Check } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { styled } from "styled-components";
import type { Plan } from "../../api/resources/plans-api.ts";
import { Popular } from "../../components/badge.tsx";
import { radioDot } from "../../components/radio-dot.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { planFeature } from "../../lib/plan.ts";
import { columns, displayFont, grid, row, textStyle, token } from "../../styles/theme.ts";

interface PlanPickerProps {
  plans: Plan[];
  chosen: number;
  disabled: boolean;
  onChoose: (planId: number) => void;
}

export function PlanPicker({ plans, chosen, disabled, onChoose }: PlanPickerProps) {
  const { t } = useTexts();
  return (
    <Group
      aria-label={t("subscribe.plan")}
      value={String(chosen)}
      disabled={disabled}
      onValueChange={(id) => onChoose(Number(id))}
    >
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} />
      ))}
    </Group>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  const { t, nameOf, price } = useTexts();
  const id = `plan-${plan.id}`;
  return (
    <Card value={String(plan.id)} aria-labelledby={id} aria-describedby={`${id}-details`}>
      {plan.popular ? <Ribbon>{t("plan.popular")}</Ribbon> : null}
      <Head>
        <b id={id}>{nameOf(plan)}</b>
        <Dot />
      </Head>
      <span id={`${id}-details`}>
        <Price>
          {price(plan.priceEur)} <small>{t("plan.month")}</small>
        </Price>
        <Features>
          {plan.features.map((feature) => (
            <span key={feature}>
              <Check size={18} strokeWidth={1.75} />
              <span>{planFeature(feature, t)}</span>
            </span>
          ))}
        </Features>
      </span>
    </Card>
  );
}

const Group = styled(RadioGroup.Root)`
  ${columns("s4", "repeat(3, minmax(0, 1fr))", "md")}
`;

const Card = styled(RadioGroup.Item)`
  position: relative;
  ${grid("s2")};
  align-content: start;
  min-width: 0;
  padding: ${token("s4")};
  border: 1px solid ${token("control")};
  border-radius: ${token("r-card")};
  background: ${token("surface")};
  text-align: start;
  cursor: pointer;
  &:disabled {
    cursor: default;
  }
  &[data-state="checked"] {
    border-color: ${token("brand")};
    box-shadow: inset 0 0 0 1px ${token("brand")};
  }
  &:focus-visible {
    border-radius: ${token("r-card")};
  }
`;

const Head = styled.span`
  ${row("s2")};
  justify-content: space-between;
  b {
    min-width: 0;
    /* « Professionnel » stays whole on a phone whose text is enlarged. */
    ${displayFont(`min(${token("fs-lg")}, 7.5vw)`)};
    hyphens: auto;
  }
`;

const Dot = styled.span`
  ${radioDot}
`;

const Ribbon = styled(Popular)`
  position: absolute;
  inset: -0.8125rem auto auto 0.875rem;
  [data-state="checked"] > & {
    background: ${token("brand")};
    color: ${token("on-brand")};
  }
`;

const Price = styled.span`
  display: block;
  font-family: ${token("font-display")};
  font-size: ${token("fs-2xl")};
  letter-spacing: ${token("track-title")};
  line-height: ${token("lh-snug")};
  small {
    ${textStyle("fs-sm", "text-muted")};
    font-family: ${token("font-ui")};
    letter-spacing: 0;
  }
`;

const Features = styled.span`
  ${grid("s1")};
  margin-top: ${token("s3")};
  font-size: 0.9375rem;
  > span {
    display: flex;
    gap: ${token("s2")};
  }
  svg {
    margin-top: 0.2em;
    color: ${token("text-subtle")};
  }
`;
