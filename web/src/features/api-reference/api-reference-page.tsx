import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { LoadFailure } from "../../components/load-failure.tsx";
import { PageBody, PageTitle, Small } from "../../components/page.tsx";
import { Prose } from "../../components/prose.tsx";
import { Waiting } from "../../components/spinner.tsx";
import { useHydrating } from "../../lib/use-hydrating.ts";
import { token } from "../../styles/token.ts";
import { documentAddress, useOperationsQuery, type Operation } from "./api-reference-api.ts";

export default function ApiReferencePage() {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useOperationsQuery(undefined, {
    skip: useHydrating(),
  });
  return (
    <Body>
      <PageTitle>{t("apiReference.title")}</PageTitle>
      <p>{t("apiReference.intro")}</p>
      <section>
        <h2>{t("apiReference.rules")}</h2>
        <Prose text={t("apiReference.ruleList")} />
      </section>
      <p>
        <a href={documentAddress}>{t("apiReference.document")}</a>
      </p>
      <section>
        <h2>{t("apiReference.operations")}</h2>
        {data ? (
          <Operations operations={data} />
        ) : isError ? (
          <LoadFailure text={t("apiReference.failed")} busy={isFetching} onRetry={refetch} />
        ) : (
          <Waiting label={t("common.loading")} />
        )}
      </section>
    </Body>
  );
}

function Operations({ operations }: { operations: Operation[] }) {
  const { t } = useTranslation();
  return (
    <ul>
      {operations.map(({ method, path, summary, needsSession }) => (
        <li key={method + path}>
          <code>{`${method} ${path}`}</code>
          <Small>
            <span lang="en">{summary}</span> ·{" "}
            {t(needsSession ? "apiReference.session" : "apiReference.open")}
          </Small>
        </li>
      ))}
    </ul>
  );
}

const Body = styled(PageBody)`
  > p {
    max-width: ${token("measure")};
  }
  a {
    color: ${token("brand")};
  }
  h2 {
    margin-bottom: ${token("s3")};
    font-size: ${token("fs-lg")};
    font-weight: ${token("weight-strong")};
  }
  section > ul {
    display: grid;
    gap: ${token("s3")};
  }
  code {
    font-family: ${token("font-mono")};
    overflow-wrap: anywhere;
    font-size: ${token("fs-sm")};
  }
`;
