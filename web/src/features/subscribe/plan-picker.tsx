import { Check } from "lucide-react";
import { styled } from "styled-components";
import type { Plan } from "../../api/resources/plans-api.ts";
import { Popular } from "../../components/badge.tsx";
import { Radio } from "../../components/radio.ts";
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
    <Group aria-label={t("subscribe.plan")} disabled={disabled}>
      {plans.map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          checked={plan.id === chosen}
          onChoose={() => onChoose(plan.id)}
        />
      ))}
    </Group>
  );
}

interface PlanCardProps {
  plan: Plan;
  checked: boolean;
  onChoose: () => void;
}

function PlanCard({ plan, checked, onChoose }: PlanCardProps) {
  const { t, nameOf, price } = useTexts();
  const id = `plan-${plan.id}`;
  return (
    <Card>
      {plan.popular ? <Ribbon>{t("plan.popular")}</Ribbon> : null}
      <Head>
        <b id={id}>{nameOf(plan)}</b>
        <Radio
          name="plan"
          value={plan.id}
          checked={checked}
          onChange={onChoose}
          aria-labelledby={id}
          aria-describedby={`${id}-details`}
        />
      </Head>
      <span id={`${id}-details`}>
        <Price>
          {price(plan.priceEur)} <small>{t("plan.month")}</small>
        </Price>
        <Features>
          {plan.features.map((feature) => (
            <span key={feature}>
              <Check />
              <span>{planFeature(feature, t)}</span>
            </span>
          ))}
        </Features>
      </span>
    </Card>
  );
}

const Group = styled.fieldset`
  ${columns("s4", "repeat(3, minmax(0, 1fr))", "md")}
`;

const Card = styled.label`
  position: relative;
  ${grid("s2")};
  align-content: start;
  min-width: 0;
  padding: ${token("s4")};
  border: 1px solid ${token("control")};
  border-radius: ${token("r-card")};
  background: ${token("surface")};
  cursor: pointer;
  &:has(:disabled) {
    cursor: default;
  }
  &:has(:checked) {
    border-color: ${token("brand")};
    box-shadow: inset 0 0 0 1px ${token("brand")};
  }
  &:has(:focus-visible) {
    outline: 2px solid ${token("brand")};
    outline-offset: 2px;
  }
  input {
    outline: none;
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

const Ribbon = styled(Popular)`
  position: absolute;
  inset: -0.8125rem auto auto 0.875rem;
  :has(:checked) > & {
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
