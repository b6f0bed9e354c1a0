import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { usePreferencesQuery } from "../../api/resources/preferences-api.ts";
import { CardTitle, GridCard } from "../../components/card.tsx";
import { Form, Frame as FieldFrame, Label, TwoFields } from "../../components/field.tsx";
import { lazyPage } from "../../components/lazy-page.tsx";
import { LoadFailure } from "../../components/load-failure.tsx";
import { BoxPlaceholder, Skeleton } from "../../components/skeleton.tsx";
import { useI18n } from "../../i18n/hydrated-language.tsx";

const EditionForm = lazyPage(() => import("./edition-form.tsx"), []);

export function EditionCard() {
  const { t } = useTranslation();
  // For the card of the alerts, too: a new plan reaches the preferences a moment after its payment.
  const query = usePreferencesQuery(undefined, { refetchOnMountOrArgChange: true });
  // At the same time as the preferences, without which the form is not shown.
  const i18n = useI18n();
  useEffect(() => void EditionForm.preload(i18n).catch(() => undefined), [i18n]);
  return (
    <GridCard aria-labelledby="edition-title">
      <CardTitle id="edition-title">{t("settings.edition")}</CardTitle>
      {query.data ? (
        <Suspense fallback={<EditionSkeleton />}>
          <EditionForm saved={query.data} />
        </Suspense>
      ) : query.isError ? (
        <LoadFailure text={t("settings.loadFailed")} queries={[query]} />
      ) : (
        <EditionSkeleton />
      )}
    </GridCard>
  );
}

function EditionSkeleton() {
  const { t } = useTranslation();
  const labels = ["time", "frequency", "country", "timezone"] as const;
  return (
    <Skeleton label={t("common.loading")}>
      <Form as="div">
        <div>
          <Label as="span">{t("settings.language")}</Label>
          <BoxPlaceholder $width="12rem" />
        </div>
        <TwoFields>
          {labels.map((name) => (
            <FieldFrame key={name}>
              <Label as="span">{t(`settings.${name}`)}</Label>
              <BoxPlaceholder />
            </FieldFrame>
          ))}
        </TwoFields>
        <BoxPlaceholder $width="8rem" />
      </Form>
    </Skeleton>
  );
}
