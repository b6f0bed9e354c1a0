import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { MainPart } from "../../components/main-part.tsx";
import { staticSection } from "../../hydration/static-section.tsx";
import { useResetAfterLogout } from "../../session/use-logout.ts";
import { Faq } from "./faq.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Pricing } from "./pricing.tsx";
import { SamplePlayerProvider } from "./sample-player.tsx";
import { Sample } from "./sample.tsx";
import { SignUpBand } from "./sign-up-band.tsx";

const sections = () => import("./static-sections.ts");
const texts = ["front"] as const;

const Partners = staticSection(async () => ({ default: (await sections()).Partners }), texts);
const Features = staticSection(async () => ({ default: (await sections()).Features }), texts);
const Categories = staticSection(async () => ({ default: (await sections()).Categories }), texts);
const Testimonials = staticSection(
  async () => ({ default: (await sections()).Testimonials }),
  texts,
);
const Footer = staticSection(async () => ({ default: (await sections()).Footer }), texts);

function LandingPage() {
  useResetAfterLogout();
  return (
    <>
      <MainPart>
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
      </MainPart>
      <Footer />
    </>
  );
}

/** The parts are loaded when the browser renders the page, not when it hydrates it. */
export default Object.assign(LandingPage, {
  parts: [Partners, Features, Categories, Testimonials, Footer],
});
