import { Minus, Plus } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Linked } from "../../components/prose.tsx";
import { bareButton, row, token } from "../../styles/theme.ts";
import { Section, SectionTitle, TitleBeside } from "./section.tsx";

const questions = ["card", "sources", "voice", "change", "cancel", "number"] as const;

const sign = { size: 20, strokeWidth: 1.75 };

export function Faq() {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState<(typeof questions)[number]>();
  return (
    <Section aria-labelledby="faq-title" $joined>
      <TitleBeside>
        <div>
          <SectionTitle id="faq-title">{t("landing.faq.title")}</SectionTitle>
          <p>
            <Linked text={t("landing.faq.other")} />
          </p>
        </div>
        <div>
          {questions.map((name) => {
            const isOpen = name === open;
            return (
              <Item key={name}>
                <h3>
                  <Trigger
                    type="button"
                    id={`${id}${name}-question`}
                    aria-expanded={isOpen}
                    aria-controls={`${id}${name}`}
                    onClick={() => setOpen(isOpen ? undefined : name)}
                  >
                    {t(`landing.faq.${name}.question`)}
                    {isOpen ? <Minus {...sign} /> : <Plus {...sign} />}
                  </Trigger>
                </h3>
                <Answer
                  id={`${id}${name}`}
                  aria-labelledby={`${id}${name}-question`}
                  hidden={!isOpen}
                >
                  <p>{t(`landing.faq.${name}.answer`)}</p>
                </Answer>
              </Item>
            );
          })}
        </div>
      </TitleBeside>
    </Section>
  );
}

const Item = styled.div`
  border-top: 1px solid ${token("border")};
  &:first-child {
    border-top-color: ${token("rule")};
  }
  &:last-child {
    border-bottom: 1px solid ${token("border")};
  }
`;

const Trigger = styled.button`
  ${row("s4")};
  justify-content: space-between;
  width: 100%;
  min-height: 56px;
  padding: ${token("s3")} 0;
  ${bareButton};
  font-size: ${token("fs-md")};
  font-weight: 600;
  line-height: ${token("lh-snug")};
  text-align: start;
  svg {
    color: ${token("text-muted")};
  }
`;

const Answer = styled.section`
  @media print {
    &[hidden] {
      display: block;
    }
  }
  p {
    max-width: ${token("measure")};
    padding-bottom: ${token("s4")};
    color: ${token("text-muted")};
  }
`;
