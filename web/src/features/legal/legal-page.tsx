import { retention, termsVersion } from "@matinale/contracts/browser";
import { useLocation } from "react-router-dom";
import { styled } from "styled-components";
import { useProduct } from "../../api/resources/product-api.ts";
import { Breakable } from "../../components/breakable.tsx";
import { Stack } from "../../components/card.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { PageTitle, SectionsPage, Small } from "../../components/page.tsx";
import { Prose } from "../../components/prose.tsx";
import { paths, withoutTrailingSlash } from "../../config/paths.ts";
import { textEntries } from "../../i18n/text-entries.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { longDate } from "../../lib/format.ts";
import { token, up } from "../../styles/theme.ts";

const names = ["terms", "privacy", "cookies", "legal"] as const;

/** A legal page, chosen by its address: an introduction and sections, with the values of the company and of the code. */
export default function LegalPage() {
  const { t, language } = useTexts();
  const path = withoutTrailingSlash(useLocation().pathname);
  const name = names.find((each) => paths[each] === path) ?? "legal";
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
    <SectionsPage $width={token("measure")}>
      <Stack $gap="s2">
        <PageTitle>{t(`${name}.title`)}</PageTitle>
        {name === "terms" || name === "privacy" ? (
          <Small>{t(`${name}.version`, values)}</Small>
        ) : null}
        <p>{t(`${name}.intro`, values)}</p>
      </Stack>
      {name === "legal" ? <Company /> : null}
      {textEntries(sections, "title", "text").map(([id, { title, text }]) => (
        <Part key={id} id={id}>
          <h2>{title}</h2>
          <Prose text={text} />
        </Part>
      ))}
    </SectionsPage>
  );
}

const fields = [
  "name",
  "legalForm",
  "address",
  "registration",
  "vat",
  "email",
  "phone",
  "publisher",
] as const;

function Company() {
  const { t } = useTexts();
  const { company } = useProduct();
  const { host } = company;
  return (
    <Part>
      <h2>{t("legal.company")}</h2>
      <Details>
        {fields.map((name) => (
          <Fact key={name} name={t(`legal.fields.${name}`)}>
            <Breakable>{company[name]}</Breakable>
          </Fact>
        ))}
        <Fact name={t("legal.fields.host")}>{`${host.name}, ${host.address}`}</Fact>
      </Details>
    </Part>
  );
}

const Part = styled.section`
  padding-top: ${token("s4")};
  border-top: 1px solid ${token("border")};
`;

const Details = styled(Facts)`
  gap: ${token("s2")};
  > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0 ${token("s4")};
    ${up("md")} {
      grid-template-columns: 16rem 1fr;
    }
  }
  dd {
    overflow-wrap: anywhere;
  }
`;
