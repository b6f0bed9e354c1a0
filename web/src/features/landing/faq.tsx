import { Minus, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Disclosure } from "../../components/disclosure.tsx";
import { Linked } from "../../components/prose.tsx";
import { token } from "../../styles/theme.ts";
import { Section, SectionTitle, TitleBeside } from "./section.tsx";

const questions = ["card", "sources", "voice", "change", "cancel", "number"] as const;

export function Faq() {
  const { t } = useTranslation();
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
          {questions.map((name) => (
            // Browsers open one element of a name at a time, iOS only from 17.2 on.
            <Item key={name} name="faq" onToggle={closeOthers}>
              <summary>
                <h3>{t(`landing.faq.${name}.question`)}</h3>
                <Plus size={20} />
                <Minus size={20} />
              </summary>
              <p>{t(`landing.faq.${name}.answer`)}</p>
            </Item>
          ))}
        </div>
      </TitleBeside>
    </Section>
  );
}

function closeOthers({ currentTarget: toggled }: { currentTarget: HTMLDetailsElement }): void {
  if (!toggled.open) return;
  for (const item of toggled.parentElement?.querySelectorAll("details") ?? []) {
    if (item !== toggled) item.open = false;
  }
}

const Item = styled(Disclosure)`
  &:first-child {
    border-top-color: ${token("rule")};
  }
  summary {
    min-height: 56px;
    padding-block: ${token("s3")};
    font-size: ${token("fs-md")};
  }
  &[open] .lucide-plus,
  &:not([open]) .lucide-minus {
    display: none;
  }
  > p {
    max-width: ${token("measure")};
    padding-bottom: ${token("s4")};
    color: ${token("text-muted")};
  }
`;
