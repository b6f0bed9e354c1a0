import { Faq } from "../../features/landing/faq.tsx";
import { Hero } from "../../features/landing/hero.tsx";
import { HowItWorks } from "../../features/landing/how-it-works.tsx";
import { Pricing } from "../../features/landing/pricing.tsx";
import { SamplePlayerProvider } from "../../features/landing/sample-player.tsx";
import { Sample } from "../../features/landing/sample.tsx";
import { SignUpBand } from "../../features/landing/sign-up-band.tsx";
import { useForgetAfterLogout } from "../../session/use-logout.ts";
import { CrashRegion } from "../../components/crash.tsx";
import { MainPart } from "../layout/main-part.tsx";
import { written } from "../written.tsx";

const still = () => import("../../features/landing/still.ts");
const texts = ["front"] as const;

const Partners = written(async () => ({ default: (await still()).Partners }), texts);
const Features = written(async () => ({ default: (await still()).Features }), texts);
const Categories = written(async () => ({ default: (await still()).Categories }), texts);
const Testimonials = written(async () => ({ default: (await still()).Testimonials }), texts);
const Footer = written(async () => ({ default: (await still()).Footer }), texts);

function LandingPage() {
  useForgetAfterLogout();
  return (
    <>
      <MainPart>
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
      </MainPart>
      <Footer />
    </>
  );
}

/** The parts are needed where the page does not come written. */
export default Object.assign(LandingPage, {
  parts: [Partners, Features, Categories, Testimonials, Footer],
});
