import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { api } from "../../api/api.ts";
import { Breakable } from "../../components/breakable.tsx";
import { Stack } from "../../components/card.tsx";
import { Loaded } from "../../components/load-failure.tsx";
import { PageTitle, SectionsPage, Small } from "../../components/page.tsx";
import { Prose, PlainLink } from "../../components/prose.tsx";
import { useHydrating } from "../../lib/hydrating.tsx";
import { token } from "../../styles/theme.ts";

export default function ApiReferencePage() {
  const { t } = useTranslation();
  const query = apiReferenceApi.useOperationsQuery(undefined, { skip: useHydrating() });
  return (
    <Body>
      <PageTitle>{t("apiReference.title")}</PageTitle>
      <p>{t("apiReference.intro")}</p>
      <section>
        <h2>{t("apiReference.rules")}</h2>
        <Prose text={t("apiReference.ruleList")} />
      </section>
      <p>
        <PlainLink href={documentAddress}>{t("apiReference.document")}</PlainLink>
      </p>
      <section>
        <h2>{t("apiReference.operations")}</h2>
        <Loaded query={query} failed={t("apiReference.failed")}>
          {(operations) => (
            <Stack as="ul" $gap="s3">
              {operations.map(({ method, path, summary, needsSession }) => (
                <li key={method + path}>
                  <code>
                    <Breakable>{`${method} ${path}`}</Breakable>
                  </code>
                  <Small>
                    <span lang="en">{summary}</span> ·{" "}
                    {t(needsSession ? "apiReference.session" : "apiReference.open")}
                  </Small>
                </li>
              ))}
            </Stack>
          )}
        </Loaded>
      </section>
    </Body>
  );
}

const Body = styled(SectionsPage)`
  code {
    font-family: ${token("font-mono")};
    overflow-wrap: anywhere;
    font-size: ${token("fs-sm")};
  }
`;

interface OpenApi {
  paths: Record<string, Record<string, { summary: string; security: unknown[] }>>;
}

/** The gateway's own description, which is no endpoint of the contracts. */
const apiReferenceApi = api.injectEndpoints({
  endpoints: (build) => ({
    operations: build.query({
      query: () => ({ url: "/docs/openapi.json" }),
      transformResponse: ({ paths }: OpenApi) =>
        Object.entries(paths).flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, { summary, security }]) => ({
            method: method.toUpperCase(),
            path,
            summary,
            needsSession: security.length > 0,
          })),
        ),
    }),
  }),
});
const documentAddress = "/api/docs/openapi.json";
