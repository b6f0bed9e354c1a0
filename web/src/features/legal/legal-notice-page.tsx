import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { useProduct } from "../../api/resources/product-api.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { token, up } from "../../styles/theme.ts";
import { Part, LegalDocument } from "./legal-document.tsx";

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

export default function LegalNoticePage() {
  return (
    <LegalDocument name="legal">
      <Company />
    </LegalDocument>
  );
}

function Company() {
  const { t } = useTranslation();
  const { company } = useProduct();
  const { host } = company;
  return (
    <Part>
      <h2>{t("legal.company")}</h2>
      <Details>
        {fields.map((name) => (
          <Fact key={name} name={t(`legal.fields.${name}`)}>
            {company[name]}
          </Fact>
        ))}
        <Fact name={t("legal.fields.host")}>{`${host.name}, ${host.address}`}</Fact>
      </Details>
    </Part>
  );
}

const Details = styled(Facts)`
  gap: ${token("s2")};
  > div {
    display: grid;
    gap: 0 ${token("s4")};
    ${up("md")} {
      grid-template-columns: 16rem 1fr;
    }
  }
  dd {
    overflow-wrap: anywhere;
  }
`;
