import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { useProduct } from "../../api/resources/product-api.ts";
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
      <Facts>
        {fields.map((name) => (
          <div key={name}>
            <dt>{t(`legal.fields.${name}`)}</dt>
            <dd>{company[name]}</dd>
          </div>
        ))}
        <div>
          <dt>{t("legal.fields.host")}</dt>
          <dd>{`${host.name}, ${host.address}`}</dd>
        </div>
      </Facts>
    </Part>
  );
}

const Facts = styled.dl`
  display: grid;
  gap: ${token("s2")};
  > div {
    display: grid;
    gap: 0 ${token("s4")};
    ${up("md")} {
      grid-template-columns: 16rem 1fr;
    }
  }
  dt {
    color: ${token("text-muted")};
  }
  dd {
    overflow-wrap: anywhere;
  }
`;
