import { countries, type ResponseOf } from "@matinale/contracts/browser";
import { styled } from "styled-components";
import { api, endpoint } from "../../api/api.ts";
import { useProduct } from "../../api/resources/product-api.ts";
import { Stack } from "../../components/card.tsx";
import { Loaded } from "../../components/load-failure.tsx";
import { PageTitle, SectionsPage, Small } from "../../components/page.tsx";
import { Linked } from "../../components/prose.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { groupBy } from "../../lib/group-by.ts";
import { useHydrating } from "../../lib/hydrating.tsx";
import { textStyle, token, up } from "../../styles/theme.ts";

const terms = ["headline", "excerpt", "licensed"] as const;

export default function PartnersPage() {
  const { t } = useTexts();
  const brand = useProduct().brand.name;
  const query = partnersApi.useOutletsQuery(undefined, { skip: useHydrating() });
  return (
    <Body>
      <PageTitle>{t("partners.title")}</PageTitle>
      <p>{t("partners.intro", { brand })}</p>
      <section>
        <h2>{t("partners.legend")}</h2>
        <Stack as="dl" $gap="s2">
          {terms.map((name) => (
            <div key={name}>
              <dt>{t(`partners.terms.${name}`)}</dt>
              <dd>{t(`partners.termsText.${name}`)}</dd>
            </div>
          ))}
        </Stack>
      </section>
      <Loaded query={query} failed={t("partners.failed")}>
        {({ outlets }) => <ByCountry outlets={outlets} />}
      </Loaded>
      <p>
        <Linked text={t("partners.yours")} />
      </p>
    </Body>
  );
}

function ByCountry({ outlets }: { outlets: Outlet[] }) {
  const { t, language, nameOf } = useTexts();
  const names = new Map<string, string>(
    countries.map((country) => [country.code, nameOf(country)]),
  );
  const byCountry = [...groupBy(outlets, ({ country }) => country)]
    .map(([code, of]) => ({ code, of, name: names.get(code) ?? t("partners.international") }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
  if (outlets.length === 0) return <p>{t("partners.empty")}</p>;
  return byCountry.map(({ code, name, of }) => (
    <section key={code} aria-labelledby={`country-${code}`}>
      <h2 id={`country-${code}`}>
        {name} <small>{t("partners.count", { count: of.length })}</small>
      </h2>
      <Outlets>
        {of.map((outlet) => (
          <li key={JSON.stringify(outlet)}>
            {outlet.name}
            <Small>
              {[
                t(`partners.languages.${outlet.language}`),
                t(`partners.terms.${outlet.terms}`),
                outlet.licence,
                outlet.simulated ? t("partners.sample") : null,
              ]
                .filter(Boolean)
                .join(" · ")}
            </Small>
          </li>
        ))}
      </Outlets>
    </section>
  ));
}

const Body = styled(SectionsPage)`
  small {
    ${textStyle("fs-sm", "text-muted")};
    font-weight: ${token("weight-regular")};
  }
  dt {
    font-weight: 600;
  }
`;

const Outlets = styled.ul`
  display: grid;
  gap: ${token("s3")} ${token("s5")};
  padding-top: ${token("s3")};
  border-top: 1px solid ${token("border")};
  ${up("md")} {
    grid-template-columns: repeat(2, 1fr);
  }
  ${up("lg")} {
    grid-template-columns: repeat(3, 1fr);
  }
`;

type Outlet = ResponseOf<"GET /outlets">["outlets"][number];

const partnersApi = api.injectEndpoints({
  endpoints: (build) => ({
    outlets: build.query(endpoint("GET /outlets")),
  }),
});
