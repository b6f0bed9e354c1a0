import { Categories } from "../../features/landing/categories.tsx";
import { Faq } from "../../features/landing/faq.tsx";
import { Features } from "../../features/landing/features.tsx";
import { Footer } from "../../features/landing/footer.tsx";
import { Hero } from "../../features/landing/hero.tsx";
import { HowItWorks } from "../../features/landing/how-it-works.tsx";
import { Partners } from "../../features/landing/partners.tsx";
import { Pricing } from "../../features/landing/pricing.tsx";
import { SamplePlayerProvider } from "../../features/landing/sample-player.tsx";
import { Sample } from "../../features/landing/sample.tsx";
import { SignUpBand } from "../../features/landing/sign-up-band.tsx";
import { Testimonials } from "../../features/landing/testimonials.tsx";
import { useForgetAfterLogout } from "../../session/use-logout.ts";
import { CrashRegion } from "../crash.tsx";

export default function LandingPage() {
  useForgetAfterLogout();
  return (
    <>
      <SamplePlayerProvider>
        <Hero />
        <Partners />
        <CrashRegion>
          <Sample />
        </CrashRegion>
      </SamplePlayerProvider>
      <Features />
      <HowItWorks />
      <Categories />
      <Testimonials />
      <CrashRegion>
        <Pricing />
      </CrashRegion>
      <Faq />
      <SignUpBand />
      <Footer />
    </>
  );
}
