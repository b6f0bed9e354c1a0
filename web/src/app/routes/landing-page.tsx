import { Features } from "../../features/landing/features.tsx";
import { Footer } from "../../features/landing/footer.tsx";
import { Hero } from "../../features/landing/hero.tsx";
import { HowItWorks } from "../../features/landing/how-it-works.tsx";
import { Pricing } from "../../features/landing/pricing.tsx";
import { CrashRegion } from "../crash.tsx";

export default function LandingPage() {
  return (
    <>
      <Hero />
      <Features />
      <HowItWorks />
      <CrashRegion>
        <Pricing />
      </CrashRegion>
      <Footer />
    </>
  );
}
