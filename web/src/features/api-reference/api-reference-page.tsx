import { useTranslation } from "react-i18next";
import { PageTitle, SectionsPage } from "../../components/page.tsx";
import { Prose, PlainLink } from "../../components/prose.tsx";

export default function ApiReferencePage() {
  const { t } = useTranslation();
  return (
    <SectionsPage>
      <PageTitle>{t("apiReference.title")}</PageTitle>
      <p>{t("apiReference.intro")}</p>
      <section>
        <h2>{t("apiReference.rules")}</h2>
        <Prose text={t("apiReference.ruleList")} />
      </section>
      {/* The gateway shows its own description. */}
      <p>
        <PlainLink href="/api/docs/">{t("apiReference.operations")}</PlainLink>
      </p>
      <p>
        <PlainLink href="/api/docs/openapi.json">{t("apiReference.document")}</PlainLink>
      </p>
    </SectionsPage>
  );
}
