import { useTranslation } from "react-i18next";
import { PageBody } from "./page.tsx";
import { Waiting } from "./spinner.tsx";

export function PageLoading() {
  const { t } = useTranslation();
  return (
    <PageBody>
      <Waiting label={t("common.loading")} />
    </PageBody>
  );
}
