import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import ContactForm from "../../contact/contact-form.tsx";
import { up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { Section, SectionTitle } from "./section.tsx";

export function Contact() {
  const { t } = useTranslation();
  return (
    <Section id="contact" aria-labelledby="contact-title">
      <Grid>
        <div>
          <SectionTitle id="contact-title">{t("contact.landingTitle")}</SectionTitle>
          <p>{t("contact.intro")}</p>
        </div>
        <ContactForm />
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
