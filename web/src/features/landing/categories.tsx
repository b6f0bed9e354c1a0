import { categories } from "@matinale/contracts/browser";
import { styled } from "styled-components";
import { CategoryIcon } from "../../components/category-icon.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { displayFont, token, up } from "../../styles/theme.ts";
import { Section, SectionTitle } from "./section.tsx";

export function Categories() {
  const { t, nameOf } = useTexts();
  return (
    <Section aria-labelledby="categories-title" $joined>
      <SectionTitle id="categories-title">{t("front.categories.title")}</SectionTitle>
      <Index>
        {categories.map((category) => (
          <li key={category.slug}>
            <CategoryIcon name={category.iconName} size={26} />
            <h3>{nameOf(category)}</h3>
            <p>{t(`front.categories.${category.slug}`)}</p>
          </li>
        ))}
      </Index>
    </Section>
  );
}

const Index = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin-top: ${token("s6")};
  border-top: 1px solid ${token("rule")};
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.125rem ${token("s4")};
    padding-block: ${token("s4")};
    border-bottom: 1px solid ${token("border")};
  }
  svg {
    grid-column: 2;
    grid-row: 1 / 3;
    align-self: center;
    color: ${token("text-muted")};
  }
  h3 {
    grid-column: 1;
    grid-row: 1;
    ${displayFont("min(1.625rem, 11vw)")};
    letter-spacing: ${token("track-title")};
    line-height: ${token("lh-snug")};
  }
  p {
    grid-column: 1;
    color: ${token("text-muted")};
    font-size: 0.9375rem;
  }
  ${up("md")} {
    grid-template-columns: repeat(2, 1fr);
    column-gap: ${token("s6")};
  }
  ${up("lg")} {
    grid-template-columns: repeat(3, 1fr);
    column-gap: 0;
    margin-top: ${token("s7")};
    border-bottom: 1px solid ${token("rule")};
    li {
      grid-template-columns: 1fr;
      align-content: start;
      padding: ${token("s5")} ${token("s6")};
      border-inline-start: 1px solid ${token("border")};
    }
    li:nth-child(3n + 1) {
      padding-inline-start: 0;
      border-inline-start: 0;
    }
    li:nth-child(n + 4) {
      border-bottom: 0;
    }
    svg {
      grid-column: 1;
      grid-row: 1;
      align-self: start;
      margin-bottom: ${token("s5")};
    }
    h3 {
      grid-row: 2;
      font-size: 2.25rem;
    }
  }
`;
