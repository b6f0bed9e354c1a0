import { useTranslation } from "react-i18next";
import ContactForm from "../../contact/contact-form.tsx";
import { Section, SectionTitle, TitleBeside } from "./section.tsx";

export function Contact() {
  const { t } = useTranslation();
  return (
    <Section id="contact" aria-labelledby="contact-title">
      <TitleBeside>
        <div>
          <SectionTitle id="contact-title">{t("footer.writeToUs")}</SectionTitle>
          <p>{t("contact.intro")}</p>
        </div>
        <ContactForm />
      </TitleBeside>
    </Section>
  );
}
