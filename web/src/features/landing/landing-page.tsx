import { useTranslation } from "react-i18next";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import ContactForm from "../../contact/contact-form.tsx";
import { Categories } from "./categories.tsx";
import { Faq } from "./faq.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Partners } from "./partners.tsx";
import { Pricing } from "./pricing.tsx";
import { SamplePlayerProvider } from "./sample-player.tsx";
import { Sample } from "./sample.tsx";
import { Section, SectionTitle, TitleBeside } from "./section.tsx";
import { SignUpBand } from "./sign-up-band.tsx";
import { Testimonials } from "./testimonials.tsx";

export default function LandingPage() {
  return (
    <>
      <SamplePlayerProvider>
        <Hero />
        <Partners />
        <ErrorBoundary>
          <Sample />
        </ErrorBoundary>
      </SamplePlayerProvider>
      <Features />
      <HowItWorks />
      <Categories />
      <Testimonials />
      <ErrorBoundary>
        <Pricing />
      </ErrorBoundary>
      <Faq />
      <SignUpBand />
      <Contact />
    </>
  );
}

function Contact() {
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
