import { AudioLines, Clock, Globe, LayoutGrid, MessageCircle } from "lucide-react";
import { countries, languages } from "@matinale/contracts/browser";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { outletCount } from "../../config/constants.ts";
import { columns, smallTitle, textStyle, titleFont, token, up } from "../../styles/theme.ts";
import { Section, SectionTitle } from "./section.tsx";

const briefs = [
  { name: "categories", icon: LayoutGrid },
  { name: "messaging", icon: MessageCircle },
  { name: "schedule", icon: Clock },
  { name: "world", icon: Globe },
  { name: "synthesis", icon: AudioLines },
] as const;

/** What editions are made from, from the catalogues. */
const coverage = {
  outlets: outletCount,
  countries: countries.length,
  languages: languages.length,
};

/** One lead article and five briefs, like the front page of a newspaper. */
export function Features() {
  const { t } = useTranslation();
  return (
    <Section id="features" aria-labelledby="features-title">
      <Title id="features-title">{t("front.features.title")}</Title>
      <Front>
        <Lead>
          {/* Lines of text that rotate into the bars of a waveform, in the colours of the theme. */}
          <svg viewBox="-2 16 684 218" aria-hidden>
            <use href="/voice.svg#voice" />
          </svg>
          <h3>{t("front.features.voice.title")}</h3>
          <p>{t("front.features.voice.text")}</p>
        </Lead>
        <Briefs>
          {briefs.map(({ name, icon: Icon }) => (
            <li key={name}>
              <Icon size={24} />
              <h3>{t(`front.features.${name}.title`)}</h3>
              <p>{t(`front.features.${name}.text`, coverage)}</p>
            </li>
          ))}
        </Briefs>
      </Front>
    </Section>
  );
}

const Title = styled(SectionTitle)`
  max-width: 12em;
`;

const Front = styled.div`
  ${columns("s6", "7fr 5fr", "lg", "s8")}
  margin-top: ${token("s6")};
  ${up("lg")} {
    margin-top: ${token("s7")};
  }
`;

const Lead = styled.div`
  padding-top: ${token("s5")};
  border-top: 1px solid ${token("rule")};
  svg {
    width: 100%;
    height: auto;
  }
  h3 {
    margin-top: ${token("s5")};
    ${titleFont("clamp(1.625rem, 1.3rem + 1.4vw, 2.25rem)")};
  }
  p {
    max-width: 34em;
    margin-top: ${token("s3")};
    ${textStyle("fs-md", "text-muted")};
  }
`;

const Briefs = styled.ul`
  display: grid;
  align-content: start;
  li {
    display: grid;
    grid-template-columns: min(2.25rem, 10vw) minmax(0, 1fr);
    column-gap: ${token("s3")};
    padding-block: 1.125rem;
    border-top: 1px solid ${token("border")};
  }
  li:first-child {
    border-top-color: ${token("rule")};
  }
  svg {
    grid-row: 1 / 3;
    color: ${token("text-muted")};
  }
  h3 {
    ${smallTitle("fs-md")};
  }
  p {
    margin-top: 0.125rem;
    color: ${token("text-muted")};
  }
`;
