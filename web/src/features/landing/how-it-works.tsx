import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { Section, SectionTitle } from "./section.tsx";

const steps = ["signUp", "choose", "connect"] as const;

export function HowItWorks() {
  const { t } = useTranslation();
  return (
    <Section id="how-it-works" aria-labelledby="how-title">
      <SectionTitle id="how-title">{t("landing.how.title")}</SectionTitle>
      <Steps>
        {steps.map((step, index) => (
          <li key={step}>
            <span aria-hidden>{index + 1}</span>
            <div>
              <h3>{t(`landing.how.${step}.title`)}</h3>
              <p>{t(`landing.how.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </Steps>
    </Section>
  );
}

const Steps = styled.ol`
  display: grid;
  gap: ${token("s6")};
  margin-top: ${token("s6")};
  ${up("lg")} {
    grid-template-columns: repeat(3, 1fr);
    margin-top: ${token("s7")};
  }
  li {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: ${token("s4")};
    padding-top: ${token("s5")};
    border-top: 1px solid ${token("rule")};
  }
  span {
    min-width: 0.55em;
    font-family: ${token("font-display")};
    font-size: 3.5rem;
    font-weight: ${token("weight-display")};
    line-height: 0.86;
  }
  h3 {
    font-size: ${token("fs-lg")};
    font-weight: ${token("weight-strong")};
    line-height: 1.25;
    letter-spacing: -0.01em;
  }
  p {
    margin-top: 0.375rem;
    color: ${token("text-muted")};
  }
`;
