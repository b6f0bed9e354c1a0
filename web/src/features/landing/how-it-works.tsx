import { categories } from "@matinale/contracts/browser";
import { Check } from "lucide-react";
import { styled } from "styled-components";
import { useTexts } from "../../i18n/use-texts.ts";
import {
  displayFont,
  grid,
  smallTitle,
  textStyle,
  token,
  up,
  wrapped,
} from "../../styles/theme.ts";
import { Section, SectionTitle } from "./section.tsx";
import { WhatsappCode } from "./whatsapp-code.tsx";

const steps = [
  { name: "signUp", Drawing: FormDrawing, decorative: true },
  { name: "choose", Drawing: ChoiceDrawing, decorative: true },
  { name: "connect", Drawing: WhatsappCode, decorative: false },
] as const;

export function HowItWorks() {
  const { t } = useTexts();
  return (
    <Section id="how-it-works" aria-labelledby="how-title" $joined>
      <SectionTitle id="how-title">{t("landing.how.title")}</SectionTitle>
      <Steps>
        {steps.map(({ name, Drawing, decorative }, index) => (
          <li key={name}>
            <Stage aria-hidden={decorative || undefined}>
              <Drawing />
            </Stage>
            <Text>
              <span>{index + 1}</span>
              <div>
                <h3>{t(`landing.how.${name}.title`)}</h3>
                <p>{t(`landing.how.${name}.text`)}</p>
              </div>
            </Text>
          </li>
        ))}
      </Steps>
    </Section>
  );
}

function FormDrawing() {
  const { t } = useTexts();
  return (
    <Small>
      <i>{t("landing.band.placeholder")}</i>
      <i>••••••••••</i>
      <b>{t("landing.how.signUp.button")}</b>
    </Small>
  );
}

function ChoiceDrawing() {
  const { nameOf } = useTexts();
  return (
    <Chosen>
      <span>08:30</span>
      <p>
        {categories.slice(1, 4).map((category) => (
          <i key={category.slug}>
            <Check size={14} strokeWidth={2.5} />
            {nameOf(category)}
          </i>
        ))}
      </p>
    </Chosen>
  );
}

const Steps = styled.ol`
  ${grid("s7")};
  margin-top: ${token("s6")};
  ${up("md")} {
    gap: ${token("s5")};
    > li {
      ${grid("s6", "1fr 1fr")};
      align-items: center;
    }
  }
  ${up("lg")} {
    > li {
      display: block;
    }
    grid-template-columns: repeat(3, 1fr);
    gap: ${token("s6")};
    margin-top: ${token("s7")};
  }
`;

const Stage = styled.div`
  display: grid;
  place-items: center;
  min-height: 248px;
  padding-block: ${token("s4")};
  border-radius: ${token("r-card")};
  background: ${token("sunken")};
  @media (prefers-color-scheme: dark) {
    background: ${token("surface")};
  }
`;

const Text = styled.div`
  ${grid("s4", "auto minmax(0, 1fr)")};
  margin-top: ${token("s4")};
  > span {
    min-width: 0.55em;
    ${displayFont("3.5rem")};
    line-height: 0.86;
  }
  h3 {
    ${smallTitle("fs-lg")};
  }
  p {
    margin-top: 0.375rem;
    color: ${token("text-muted")};
  }
`;

const Small = styled.div`
  display: grid;
  gap: 0.625rem;
  min-width: 232px;
  font-size: ${token("fs-sm")};
  i {
    padding: 0.5rem 0.75rem;
    border: 1px solid ${token("control")};
    border-radius: ${token("r-control")};
    background: ${token("canvas")};
    color: ${token("text-muted")};
    font-style: normal;
  }
  b {
    padding: 0.5rem;
    border-radius: ${token("r-control")};
    background: ${token("brand")};
    color: ${token("on-brand")};
    font-weight: 600;
    text-align: center;
  }
`;

const Chosen = styled.div`
  ${grid("s4")};
  justify-items: center;
  width: 264px;
  max-width: 100%;
  > span {
    font-family: ${token("font-display")};
    font-size: min(4rem, 20vw);
    letter-spacing: -0.03em;
    line-height: 1;
  }
  p {
    ${wrapped("0.5rem")}
    justify-content: center;
  }
  i {
    display: inline-flex;
    gap: 0.25rem;
    align-items: center;
    padding: 0.25rem 0.75rem 0.25rem 0.5rem;
    border: 1px solid ${token("brand")};
    border-radius: ${token("r-pill")};
    background: ${token("brand-soft")};
    ${textStyle("fs-sm", "on-brand-soft")};
    font-style: normal;
    font-weight: 500;
  }
`;
