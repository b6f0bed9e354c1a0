import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import type { Plan } from "../../api/resources/plans-api.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Popular } from "../../components/badge.tsx";
import { subscribeHref } from "../../config/paths.ts";
import { isTranslationKey } from "../../i18n/i18n.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { planFeature } from "../../lib/plan.ts";
import { displayFont, grid, row, textStyle, token, up } from "../../styles/theme.ts";
import { Small } from "../../components/page.tsx";

/** A plan of the API or of the catalogue. */
type ShownPlan = Pick<Plan, "id" | "nameFr" | "nameEn" | "priceEur" | "popular"> & {
  features: readonly string[];
};

export function PlanColumn({ plan }: { plan: ShownPlan }) {
  const { t, nameOf, price } = useTexts();
  const name = nameOf(plan);
  const { i18n } = useTranslation();
  /** Another plan of the owner has no such text. */
  const audience = `landing.pricing.for${plan.id}`;
  return (
    <Column $popular={plan.popular}>
      <Named>
        <h3>{name}</h3>
        {plan.popular ? <Popular>{t("plan.popular")}</Popular> : null}
      </Named>
      <Price>
        <b>{price(plan.priceEur)}</b> {t("plan.month")}
      </Price>
      {isTranslationKey(i18n, audience) ? <Small>{t(audience)}</Small> : null}
      <ButtonLink
        to={subscribeHref(plan.id)}
        variant={plan.popular ? "primary" : "secondary"}
        block
      >
        {t("landing.pricing.choose", { plan: name })}
      </ButtonLink>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>
            <Check size={18} strokeWidth={2} />
            {planFeature(feature, t)}
          </li>
        ))}
      </ul>
    </Column>
  );
}

const Column = styled.article<{ $popular: boolean }>`
  ${grid("s3")};
  align-content: start;
  padding-block: ${token("s6")};
  h3 {
    min-width: 0;
    ${displayFont("min(1.75rem, 15vw)")};
    letter-spacing: ${token("track-title")};
    line-height: ${token("lh-snug")};
  }
  ul {
    ${grid("s2")};
    margin-top: ${token("s2")};
  }
  li {
    display: flex;
    gap: ${token("s2")};
  }
  li svg {
    margin-top: 0.2em;
    color: ${token("text-subtle")};
  }
  ${up("md")} {
    padding: ${token("s5")} ${token("s4")};
    &:first-child {
      padding-inline-start: 0;
    }
    &:last-child {
      padding-inline-end: 0;
    }
  }
  ${up("lg")} {
    padding-inline: ${token("s6")};
  }
  ${({ $popular }) =>
    $popular &&
    `&& {
      --edge: min(var(--s3), 3.75vw);
      margin-inline: calc(-1 * var(--edge));
      padding: var(--s5) var(--edge);
      border: 2px solid var(--brand);
      border-radius: var(--r-card);
      background: var(--surface);
    }
    ${up("md")} {
      && {
        margin: -0.5rem 0;
        padding: calc(var(--s5) + 0.375rem) calc(var(--s4) - 2px);
      }
    }
    ${up("lg")} {
      && {
        padding-inline: calc(var(--s6) - 2px);
      }
    }`}
`;

const Named = styled.div`
  ${row("s2")};
  flex-wrap: wrap;
  justify-content: space-between;
`;

const Price = styled.p`
  ${textStyle("fs-sm", "text-muted")};
  b {
    margin-inline-end: 0.1em;
    color: ${token("text")};
    ${displayFont("min(3.5rem, 17.5vw)")};
    letter-spacing: -0.035em;
    line-height: 1;
    ${up("md")} {
      font-size: 2.75rem;
    }
    ${up("lg")} {
      font-size: 3.5rem;
    }
  }
`;
