import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { Categories } from "./categories.tsx";
import { Contact } from "./contact.tsx";
import { Faq } from "./faq.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Partners } from "./partners.tsx";
import { Pricing } from "./pricing.tsx";
import { SamplePlayerProvider } from "./sample-player.tsx";
import { Sample } from "./sample.tsx";
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
