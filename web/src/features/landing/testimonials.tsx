import { Star } from "lucide-react";
import { styled } from "styled-components";
import { useProduct } from "../../api/resources/product-api.ts";
import { Small } from "../../components/page.tsx";
import { VisuallyHidden } from "../../styles/visually-hidden.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { circle, grid, row, textStyle, token, up } from "../../styles/theme.ts";
import { monthAndYear } from "./full-date.ts";
import { Section, SectionTitle } from "./section.tsx";

const examples = [
  { name: "first", rating: 5 },
  { name: "second", rating: 4.5 },
  { name: "third", rating: 5 },
] as const;

const initialsOf = (author: string): string =>
  author
    .split(/\s+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join("");

/** The owner's testimonials; without any, examples, which a line below them names as such. */
function useQuotes() {
  const { t, language } = useTexts();
  const { testimonials } = useProduct();
  if (testimonials.length === 0) {
    const quotes = examples.map(({ name, rating }) => ({
      text: t(`front.testimonials.${name}.text`),
      author: t(`front.testimonials.${name}.author`),
      duration: t(`front.testimonials.${name}.duration`),
      initials: t(`front.testimonials.${name}.initials`),
      rating,
    }));
    return { quotes, areExamples: true };
  }
  const quotes = testimonials.map(({ author, textFr, textEn, since, rating }) => ({
    text: language === "fr" ? textFr : textEn,
    author,
    duration: t("front.testimonials.since", { month: monthAndYear(since, t) }),
    initials: initialsOf(author),
    rating,
  }));
  return { quotes, areExamples: false };
}

export function Testimonials() {
  const { t, language } = useTexts();
  const { quotes, areExamples } = useQuotes();
  const open = language === "fr" ? "«\u00a0" : "“";
  const close = language === "fr" ? "\u00a0»" : "”";
  return (
    <Section aria-labelledby="testimonials-title" $sunken>
      <SectionTitle id="testimonials-title">{t("front.testimonials.title")}</SectionTitle>
      <Quotes>
        {quotes.map(({ text, author, duration, initials, rating }) => (
          <li key={text}>
            <figure>
              <Stars rating={rating} />
              <blockquote>
                {open}
                {text}
                {close}
              </blockquote>
              <figcaption>
                <Initials aria-hidden>{initials}</Initials>
                <span>
                  <b>{author}</b>
                  <br />
                  {duration}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </Quotes>
      {areExamples ? <Note>{t("front.testimonials.note")}</Note> : null}
    </Section>
  );
}

/** Half a star is an outline whose left half is filled. */
function Stars({ rating }: { rating: number }) {
  const { t, language } = useTexts();
  // Without `Intl`: see `euros` in lib/plan.ts.
  const shown = language === "fr" ? String(rating).replace(".", ",") : String(rating);
  return (
    <Row>
      <VisuallyHidden>{t("front.testimonials.stars", { rating: shown })}</VisuallyHidden>
      {[1, 2, 3, 4, 5].map((star) => (
        <b key={star}>
          <Star size={18} strokeWidth={1.5} />
          {rating > star - 1 ? <Filled size={18} strokeWidth={1.5} $half={rating < star} /> : null}
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
  ${grid("s7")};
  margin-top: ${token("s6")};
  ${up("lg")} {
    grid-template-columns: repeat(3, 1fr);
    margin-top: ${token("s7")};
  }
  figure {
    ${grid("s4")};
    grid-template-rows: auto 1fr auto;
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
    ${row("s3")};
    ${textStyle("fs-sm", "text-muted")};
    line-height: 1.4;
  }
  b {
    color: ${token("text")};
  }
`;

const Initials = styled.span`
  display: grid;
  place-items: center;
  ${circle("40px")};
  background: ${token("brand-soft")};
  color: ${token("on-brand-soft")};
  font-weight: ${token("weight-strong")};
`;

const Note = styled(Small)`
  margin-top: ${token("s6")};
`;
