import { retention, termsVersion } from "@matinale/contracts/browser";
import type { ReactNode } from "react";
import { styled } from "styled-components";
import { useProduct } from "../../api/resources/product-api.ts";
import { PageBody, PageTitle, Small } from "../../components/page.tsx";
import { Prose } from "../../components/prose.tsx";
import { textEntries } from "../../i18n/text-entries.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { longDate } from "../../lib/format.ts";
import { grid, token } from "../../styles/theme.ts";

interface LegalDocumentProps {
  name: "terms" | "privacy" | "cookies" | "legal";
  /** Shown between the introduction and the first section. */
  children?: ReactNode;
}

/** A legal page: an introduction and sections, with the values of the company and of the code. */
export function LegalDocument({ name, children }: LegalDocumentProps) {
  const { t, language } = useTexts();
  const { brand, company, trial } = useProduct();
  const values = {
    ...retention,
    address: company.address,
    email: company.email,
    brand: brand.name,
    company: company.name,
    host: `${company.host.name}, ${company.host.address}`,
    mediator: company.mediator ? ` (${company.mediator.name}, ${company.mediator.address})` : "",
    trialDays: trial.days,
    // At noon it is the same day in the time zone of the build and of every reader.
    date: longDate(new Date(`${termsVersion}T12:00:00`), language),
  };
  const sections = t(`${name}.sections`, {
    returnObjects: true,
    ...values,
  });
  return (
    <PageBody $width={token("measure")}>
      <Head>
        <PageTitle>{t(`${name}.title`)}</PageTitle>
        {name === "terms" || name === "privacy" ? (
          <Small>{t(`${name}.version`, values)}</Small>
        ) : null}
        <p>{t(`${name}.intro`, values)}</p>
      </Head>
      {children}
      {textEntries(sections, "title", "text").map(([id, { title, text }]) => (
        <Part key={id} id={id}>
          <h2>{title}</h2>
          <Prose text={text} />
        </Part>
      ))}
    </PageBody>
  );
}

const Head = styled.div`
  ${grid("s2")};
  max-width: ${token("measure")};
`;

export const Part = styled.section`
  ${grid("s3")};
  padding-top: ${token("s4")};
  border-top: 1px solid ${token("border")};
  h2 {
    font-size: ${token("fs-lg")};
    font-weight: ${token("weight-strong")};
    line-height: ${token("lh-snug")};
  }
`;
