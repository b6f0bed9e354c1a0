import { useTranslation } from "react-i18next";
import { Notice } from "../../components/notice.tsx";

/** In a form with input that was typed before it was removed and shown again, and not saved. */
export function UnsavedNotice() {
  const { t } = useTranslation();
  return <Notice tone="info">{t("settings.unsaved")}</Notice>;
}
