import { useTranslation } from "react-i18next";
import { PageBody } from "./page.tsx";
import { Waiting } from "./spinner.tsx";

/** A page that waits for its data or its code. */
export function PageLoading({ label }: { label?: string }) {
  const { t } = useTranslation();
  return (
    <PageBody>
      <Waiting label={label ?? t("common.loading")} />
    </PageBody>
  );
}
