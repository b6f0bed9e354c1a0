import { Minus, Plus } from "lucide-react";
import { Accordion } from "radix-ui";
import { Trans, useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { TextLink } from "../../components/text-link.tsx";
import { sectionHref } from "../../config/paths.ts";
import { up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { Section, SectionTitle } from "./section.tsx";

const questions = ["card", "sources", "voice", "change", "cancel", "number"] as const;

export function Faq() {
  const { t } = useTranslation();
  return (
    <Section aria-labelledby="faq-title" $joined>
      <Grid>
        <div>
          <SectionTitle id="faq-title">{t("landing.faq.title")}</SectionTitle>
          <p>
            <Trans
              i18nKey="landing.faq.other"
              components={{ contact: <TextLink to={sectionHref("contact")} /> }}
            />
          </p>
        </div>
        <Accordion.Root type="single" collapsible>
          {questions.map((name) => (
            <Item key={name} value={name}>
              <Accordion.Header>
                <Trigger>
                  {t(`landing.faq.${name}.question`)}
                  <Plus size={20} strokeWidth={1.75} aria-hidden />
                  <Minus size={20} strokeWidth={1.75} aria-hidden />
                </Trigger>
              </Accordion.Header>
              <Answer>
                <p>{t(`landing.faq.${name}.answer`)}</p>
              </Answer>
            </Item>
          ))}
        </Accordion.Root>
      </Grid>
    </Section>
  );
}

const Grid = styled.div`
  display: grid;
  gap: ${token("s6")};
  ${up("lg")} {
    grid-template-columns: 4fr 8fr;
  }
  > div > p {
    margin-top: ${token("s4")};
    color: ${token("text-muted")};
  }
`;

const Item = styled(Accordion.Item)`
  border-top: 1px solid ${token("border")};
  &:first-child {
    border-top-color: ${token("rule")};
  }
`;

const Trigger = styled(Accordion.Trigger)`
  display: flex;
  gap: ${token("s4")};
  align-items: center;
  justify-content: space-between;
  width: 100%;
  min-height: 56px;
  padding: ${token("s3")} 0;
  border: 0;
  background: none;
  font-size: ${token("fs-md")};
  font-weight: 600;
  line-height: ${token("lh-snug")};
  text-align: start;
  cursor: pointer;
  svg {
    color: ${token("text-muted")};
  }
  &[data-state="open"] svg:first-of-type,
  &[data-state="closed"] svg:last-of-type {
    display: none;
  }
`;

const Answer = styled(Accordion.Content)`
  p {
    max-width: ${token("measure")};
    padding-bottom: ${token("s4")};
    color: ${token("text-muted")};
  }
`;
