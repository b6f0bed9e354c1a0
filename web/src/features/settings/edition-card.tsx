import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { preferencesApi } from "../../api/resources/preferences-api.ts";
import { TitledCard } from "../../components/card.tsx";
import { Form, Frame as FieldFrame, Label, TwoFields } from "../../components/field.tsx";
import { LoadFailure } from "../../components/load-failure.tsx";
import { BoxPlaceholder, Skeleton } from "../../components/skeleton.tsx";

const load = () => import("./edition-form.tsx");
// At the same time as the preferences, without which the form is not shown. After a failure it is loaded again when it
// is rendered.
load().catch(() => undefined);
const EditionForm = lazy(load);

export function EditionCard() {
  const { t } = useTranslation();
  // For the card of the alerts, too: a new plan reaches the preferences a moment after its payment.
  const query = preferencesApi.usePreferencesQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <TitledCard title={t("settings.edition")}>
      {query.data ? (
        <Suspense fallback={<EditionSkeleton />}>
          <EditionForm saved={query.data} />
        </Suspense>
      ) : query.isError ? (
        <LoadFailure text={t("settings.loadFailed")} queries={[query]} />
      ) : (
        <EditionSkeleton />
      )}
    </TitledCard>
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
