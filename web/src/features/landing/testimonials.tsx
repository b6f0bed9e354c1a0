import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { useLanguage } from "../../i18n/use-language.ts";
import { up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { VisuallyHidden } from "../../styles/visually-hidden.ts";
import { Section, SectionTitle } from "./section.tsx";

const quotes = [
  { name: "first", rating: 5 },
  { name: "second", rating: 4.5 },
  { name: "third", rating: 5 },
] as const;

export function Testimonials() {
  const { t } = useTranslation();
  const language = useLanguage();
  const open = language === "fr" ? "«\u00a0" : "“";
  const close = language === "fr" ? "\u00a0»" : "”";
  return (
    <Section aria-labelledby="testimonials-title" $sunken>
      <SectionTitle id="testimonials-title">{t("front.testimonials.title")}</SectionTitle>
      <Quotes>
        {quotes.map(({ name, rating }) => (
          <li key={name}>
            <figure>
              <Stars rating={rating} />
              <blockquote>
                {open}
                {t(`front.testimonials.${name}.text`)}
                {close}
              </blockquote>
              <figcaption>
                <Initials aria-hidden>{t(`front.testimonials.${name}.initials`)}</Initials>
                <span>
                  <b>{t(`front.testimonials.${name}.author`)}</b>
                  <br />
                  {t(`front.testimonials.${name}.duration`)}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </Quotes>
      <Note>{t("front.testimonials.note")}</Note>
    </Section>
  );
}

/** Half a star is an outline whose left half is filled. */
function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // Without `Intl`: see lib/euros.ts.
  const shown = language === "fr" ? String(rating).replace(".", ",") : String(rating);
  return (
    <Row>
      <VisuallyHidden>{t("front.testimonials.stars", { rating: shown })}</VisuallyHidden>
      {[1, 2, 3, 4, 5].map((star) => (
        <b key={star}>
          <Star size={18} strokeWidth={1.5} aria-hidden />
          {rating > star - 1 ? (
            <Filled size={18} strokeWidth={1.5} $half={rating < star} aria-hidden />
          ) : null}
        </b>
      ))}
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  gap: 2px;
  > b {
    position: relative;
  }
  svg {
    stroke: ${token("control")};
  }
`;

const Filled = styled(Star)<{ $half: boolean }>`
  position: absolute;
  inset: 0;
  fill: ${token("text")};
  ${Row} && {
    stroke: ${token("text")};
  }
  clip-path: ${({ $half }) => ($half ? "inset(0 50% 0 0)" : "none")};
`;

const Quotes = styled.ul`
  display: grid;
  gap: ${token("s7")};
  margin-top: ${token("s6")};
  ${up("lg")} {
    grid-template-columns: repeat(3, 1fr);
    margin-top: ${token("s7")};
  }
  figure {
    display: grid;
    grid-template-rows: auto 1fr auto;
    gap: ${token("s4")};
    height: 100%;
  }
  blockquote {
    font-family: ${token("font-reading")};
    font-size: 1.5rem;
    letter-spacing: -0.012em;
    line-height: 1.28;
    text-wrap: pretty;
    ${up("md")} {
      text-indent: -0.66em;
    }
  }
  figcaption {
    display: flex;
    gap: ${token("s3")};
    align-items: center;
    color: ${token("text-muted")};
    font-size: ${token("fs-sm")};
    line-height: 1.4;
  }
  b {
    color: ${token("text")};
    font-weight: ${token("weight-strong")};
  }
`;

const Initials = styled.span`
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  border-radius: 50%;
  background: ${token("brand-soft")};
  color: ${token("on-brand-soft")};
  font-weight: ${token("weight-strong")};
`;

const Note = styled.p`
  margin-top: ${token("s6")};
  color: ${token("text-subtle")};
  font-size: ${token("fs-sm")};
`;
