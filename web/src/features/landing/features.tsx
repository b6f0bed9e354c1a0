import { AudioLines, Clock, Globe, LayoutGrid, MessageCircle, Newspaper } from "lucide-react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { Section, SectionTitle } from "./section.tsx";

const features = [
  { name: "voice", icon: AudioLines },
  { name: "categories", icon: LayoutGrid },
  { name: "messaging", icon: MessageCircle },
  { name: "schedule", icon: Clock },
  { name: "world", icon: Globe },
  { name: "synthesis", icon: Newspaper },
] as const;

export function Features() {
  const { t } = useTranslation();
  return (
    <Section id="features" aria-labelledby="features-title" $sunken>
      <SectionTitle id="features-title">{t("landing.features.title")}</SectionTitle>
      <List>
        {features.map(({ name, icon: Icon }) => (
          <li key={name}>
            <Icon size={24} strokeWidth={1.75} aria-hidden />
            <h3>{t(`landing.features.${name}.title`)}</h3>
            <p>{t(`landing.features.${name}.text`)}</p>
          </li>
        ))}
      </List>
    </Section>
  );
}

const List = styled.ul`
  display: grid;
  column-gap: ${token("s8")};
  margin-top: ${token("s6")};
  ${up("lg")} {
    grid-template-columns: 1fr 1fr;
    margin-top: ${token("s7")};
  }
  li {
    display: grid;
    grid-template-columns: 2.25rem 1fr;
    align-content: start;
    column-gap: ${token("s3")};
    padding-block: ${token("s5")};
    border-top: 1px solid ${token("border")};
  }
  li:first-child {
    border-top-color: ${token("rule")};
  }
  ${up("lg")} {
    li:nth-child(2) {
      border-top-color: ${token("rule")};
    }
  }
  svg {
    grid-row: 1 / 3;
    color: ${token("text-muted")};
  }
  h3 {
    font-size: ${token("fs-md")};
    font-weight: ${token("weight-strong")};
    line-height: ${token("lh-snug")};
    letter-spacing: -0.01em;
  }
  p {
    max-width: 34em;
    margin-top: 0.125rem;
    color: ${token("text-muted")};
  }
`;
