import { useTranslation } from "../../i18n/translation.tsx";
import { PageBody } from "../../components/page.tsx";
import { Waiting } from "../../components/spinner.tsx";

export function PageLoading() {
  const { t } = useTranslation();
  return (
    <PageBody>
      <Waiting label={t("common.loading")} />
    </PageBody>
  );
}
