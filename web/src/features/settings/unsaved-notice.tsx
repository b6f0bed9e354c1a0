import { Info } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../components/notice.tsx";

/** In a form with the input that was not saved when the session ended. */
export function UnsavedNotice() {
  const { t } = useTranslation();
  return (
    <Notice tone="info" icon={Info}>
      {t("settings.unsaved")}
    </Notice>
  );
}
